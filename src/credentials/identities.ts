import { type Locked, lockRow } from '../platform/locked.ts';
import { type FederatedSubject, Identity } from './entities/identity.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { type Actor, emit, type FieldChange } from '../platform/events.ts';
import { Failure } from '../failure.ts';
import { newId } from '../lib/id.ts';
import { ifGainsOrNull } from '../lib/loosening.ts';
import { holds } from '../lib/scope.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import { identityActivity, revokeCredentialsOfIdentity } from './sql/identities.ts';
import { lockTenant, type TenantLock } from '../platform/sql/tenants.ts';
import {
  boundsOfIdentity,
  requireMayGiveLasting,
  requireMayLoosen,
  requireWithinOwnBounds,
  requireWithoutBounds,
} from './bounds.ts';
import {
  addressRanges,
  assignChanges,
  boundedMetadata,
  futureTime,
  patchedMetadata,
} from '../platform/fields.ts';
import {
  givesMore,
  letsGiveLasting,
  obtainable,
  requireForWorkloads,
  requireMayFederate,
  requireUsable,
} from './federation-rules.ts';
import { type Grantor, requireGrantable, requireMayEnd, systemActor } from '../platform/grants.ts';
import { requireAnotherFullKey } from './last-full-key.ts';
import { judgedIdentity, policiesIn, leavesPolicies, requirePolicies } from '../policies/judge/enforcing.ts';
import type { Quotas } from '../platform/quotas.ts';
import { requireRoomForIdentity } from './quotas.ts';
import { requireVersion } from '../platform/versions.ts';
import type { Tx } from '../platform/tx.ts';

export interface NewIdentity {
  name: string;
  type: Identity['type'];
  description: string | null;
  ownerUserId: string | null;
  tags: string[];
  allowedScopes: string[] | null;
  allowedIps: string[] | null;
  federatedSubjects: FederatedSubject[];
  metadata: Record<string, unknown>;
  expiresAt: string | null;
}

type Way = Pick<Outgoing, 'mayReach'>;

export type IdentityPatch = Partial<Omit<NewIdentity, 'type'>>;

/** @throws {Failure} IDENTITY_NOT_FOUND */
export async function findIdentity(tx: Tx, id: string): Promise<Identity> {
  const identity = await tx.findOne(Identity, { id });
  if (!identity) throw new Failure('IDENTITY_NOT_FOUND');
  return identity;
}

/** @throws {Failure} IDENTITY_NOT_FOUND; the row stays locked until the transaction ends */
const lockIdentity = (tx: Tx, id: string): Promise<Locked<Identity>> =>
  lockRow(tx, Identity, id, 'IDENTITY_NOT_FOUND');

/**
 * Locks an identity that is suspended, revoked or deleted. All its credentials stop with it. So the caller must hold what they carry,
 * as for a weaker change, or `credentials.revoke`, which ends each of them in an emergency (docs/decisions/0094).
 * @throws {Failure} IDENTITY_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED, LOCKOUT_RISK when it holds the last full keys that
 * work
 */
async function lockToTakeAway(
  tx: Tx,
  id: string,
  ifMatch: string | undefined,
  grantor: Grantor,
): Promise<{ lock: TenantLock; identity: Locked<Identity> }> {
  const lock = await lockTenant(tx, tenancyOf(tx).orgId);
  const identity = await lockIdentity(tx, id);
  if (!holds(grantor.scopes, 'credentials.revoke')) requireMayEnd(grantor, await rightsOf(tx, identity));
  requireVersion(identity, ifMatch);
  await requireAnotherFullKey(tx, lock, identity);
  return { lock, identity };
}

/** Tells whether a user may own an identity. Users are a higher room, so the handler gives it. */
export type MayOwn = (tx: Tx, userId: string) => Promise<boolean>;

/** Needs the lock, because a user is deleted with it. @throws {Failure} USER_NOT_FOUND */
async function requireOwner(
  tx: Tx,
  _lock: TenantLock,
  ownerUserId: string | null | undefined,
  mayOwn: MayOwn,
): Promise<void> {
  if (typeof ownerUserId === 'string' && !(await mayOwn(tx, ownerUserId)))
    throw new Failure('USER_NOT_FOUND', { ownerUserId });
}

/** An identity that does not exist yet. */
const unfederated = { allowedScopes: null, federatedSubjects: [] };

/** @throws {Failure} VALIDATION_ERROR, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, USER_NOT_FOUND, QUOTA_EXCEEDED */
export async function createIdentity(
  tx: Tx,
  input: NewIdentity,
  grantor: Grantor,
  { quotas, outgoing, mayOwn }: { quotas: Quotas; outgoing: Way; mayOwn: MayOwn },
): Promise<Identity> {
  const { orgId, now } = tenancyOf(tx);
  requireUsable(input.federatedSubjects, outgoing);
  requireMayFederate(grantor, unfederated, input);
  const checked = {
    ...input,
    allowedIps: addressRanges(input.allowedIps),
    metadata: boundedMetadata(input.metadata),
    expiresAt: futureTime(input.expiresAt, now),
  };
  if (input.federatedSubjects.length > 0)
    await requireWithinOwnBounds(tx, grantor, boundsOfIdentity(checked));
  if (letsGiveLasting(unfederated, input)) await requireWithoutBounds(tx, grantor);
  const lock = await lockTenant(tx, orgId);
  await requireForWorkloads(tx, orgId, input.federatedSubjects);
  await requireOwner(tx, lock, input.ownerUserId, mayOwn);
  await requireRoomForIdentity(tx, lock, quotas);
  const identity = tx.create(Identity, {
    ...checked,
    id: newId('idn'),
    riskFactors: [],
    createdBy: grantor.actor.id,
  });
  const { id: identityId, name: identityName, type, tags, ownerUserId } = identity;
  await emit(tx, [
    {
      type: 'identity.created',
      data: {
        identityId,
        identityName,
        type,
        status: 'ACTIVE',
        tags,
        ownerUserId,
        createdBy: grantor.actor,
      },
    },
  ]);
  return identity;
}

/**
 * Changes the configuration of an identity.
 * @throws {Failure} IDENTITY_STATE_CONFLICT when it is revoked, VALIDATION_ERROR, SCOPE_NOT_GRANTABLE,
 * BOUND_NOT_GRANTABLE, INSUFFICIENT_SCOPE (an enforced policy selects by the tags), LOCKOUT_RISK
 */
export async function updateIdentity(
  tx: Tx,
  id: string,
  patch: IdentityPatch,
  { ifMatch, outgoing, mayOwn }: { ifMatch: string | undefined; outgoing: Way; mayOwn: MayOwn },
  grantor: Grantor,
): Promise<{ identity: Identity; changes: FieldChange[] }> {
  const { orgId, now } = tenancyOf(tx);
  const { name, description, ownerUserId, tags, allowedScopes, federatedSubjects, ...others } = patch;
  const { allowedIps: newRanges, expiresAt: newEnd, metadata: merged, ...rest } = others;
  rest satisfies Record<string, never>;
  const allowedIps = newRanges === undefined ? undefined : addressRanges(newRanges);
  const expiresAt = newEnd === undefined ? undefined : futureTime(newEnd, now);
  if (merged) boundedMetadata(merged);
  if (federatedSubjects) requireUsable(federatedSubjects, outgoing);

  const lock = await lockTenant(tx, orgId);
  if (federatedSubjects) await requireForWorkloads(tx, orgId, federatedSubjects);
  const policies = await policiesIn(tx, lock);
  await requireOwner(tx, lock, ownerUserId, mayOwn);
  const identity = await lockIdentity(tx, id);
  if (allowedIps !== undefined || expiresAt !== undefined) {
    // Lifting a bound of the identity gives its credentials more than they could do before, and needs a recent proof below.
    requireMayEnd(grantor, await rightsOf(tx, identity));
  }
  const { allowedScopes: ceiling = identity.allowedScopes } = patch;
  const { federatedSubjects: subjects = identity.federatedSubjects } = patch;
  requireMayFederate(grantor, identity, { allowedScopes: ceiling, federatedSubjects: subjects });
  const { allowedIps: ranges, expiresAt: ends } = identity;
  await requireMayLoosen(tx, grantor, {
    before: boundsOfIdentity(identity),
    after: boundsOfIdentity({
      allowedIps: allowedIps === undefined ? ranges : allowedIps,
      expiresAt: expiresAt === undefined ? ends : expiresAt,
    }),
    gives: givesMore(identity, { allowedScopes: ceiling, federatedSubjects: subjects }),
  });
  if (letsGiveLasting(identity, { allowedScopes: ceiling, federatedSubjects: subjects }))
    await requireWithoutBounds(tx, grantor);
  // Others may issue what the ceiling forbade.
  if (ifGainsOrNull(identity.allowedScopes, ceiling)) await requireMayGiveLasting(tx, grantor);
  const judged = judgedIdentity(identity);
  const escapes = leavesPolicies(policies, judged, { ...judged, tags: tags ?? judged.tags }, grantor);
  if (escapes) await requireMayGiveLasting(tx, grantor);
  requireVersion(identity, ifMatch);
  requireNotRevoked(identity, now);
  if (allowedIps || expiresAt) await requireAnotherFullKey(tx, lock, identity);
  if (ownerUserId === null && identity.ownerUserId !== null)
    await requirePolicies(tx, policies, 'updateIdentity', { identity, hasOwner: false }, grantor);
  const metadata = merged && patchedMetadata(identity.metadata, merged);
  const values = {
    name,
    description,
    ownerUserId,
    tags,
    allowedScopes,
    allowedIps,
    federatedSubjects,
    metadata,
  };
  const changes = assignChanges(identity, { ...values, expiresAt });
  await emitUpdate(tx, identity, changes, grantor);
  return { identity, changes };
}

/**
 * Returns the scopes of the identity's live credentials, and the scopes that tokens of other issuers may
 * obtain.
 */
async function rightsOf(tx: Tx, identity: Identity): Promise<string[]> {
  const { liveScopes } = await identityActivity(tx, identity.orgId, identity.id);
  return [...new Set([...liveScopes, ...obtainable(identity)])];
}

/** @throws {Failure} IDENTITY_STATE_CONFLICT, SCOPE_NOT_GRANTABLE, LOCKOUT_RISK */
export async function suspendIdentity(
  tx: Tx,
  id: string,
  { reason, ifMatch }: { reason: string | null; ifMatch: string | undefined },
  grantor: Grantor,
): Promise<Identity> {
  const { orgId, now } = tenancyOf(tx);
  const { identity } = await lockToTakeAway(tx, id, ifMatch, grantor);
  requireNotRevoked(identity, now);
  if (identity.suspend(now)) {
    const { liveCount } = await identityActivity(tx, orgId, id);
    await emit(tx, [
      {
        type: 'identity.suspended',
        data: {
          identityId: id,
          identityName: identity.name,
          reason,
          suspendedBy: grantor.actor,
          credentialCount: liveCount,
        },
      },
    ]);
  }
  return identity;
}

/** @throws {Failure} IDENTITY_STATE_CONFLICT, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE (its credentials work again) */
export async function reactivateIdentity(
  tx: Tx,
  id: string,
  { ifMatch }: { ifMatch: string | undefined },
  grantor: Grantor,
): Promise<Identity> {
  const { now } = tenancyOf(tx);
  const identity = await lockIdentity(tx, id);
  requireGrantable(grantor, await rightsOf(tx, identity));
  await requireWithinOwnBounds(tx, grantor, boundsOfIdentity(identity));
  requireVersion(identity, ifMatch);
  const { status } = identity;
  if (identity.reactivate(now)) {
    await emitUpdate(tx, identity, [{ field: 'status', from: status, to: identity.status }], grantor);
  }
  return identity;
}

/**
 * Ends an identity and all its credentials for good. A second call changes nothing and does not fail. @throws
 * {Failure} SCOPE_NOT_GRANTABLE, LOCKOUT_RISK
 */
export async function revokeIdentity(
  tx: Tx,
  id: string,
  { reason, ifMatch }: { reason: string | null; ifMatch: string | undefined },
  grantor: Grantor,
): Promise<Identity> {
  const { lock, identity } = await lockToTakeAway(tx, id, ifMatch, grantor);
  await endIdentity(tx, lock, identity, { reason, deleted: false }, grantor.actor);
  return identity;
}

/** Revokes an identity and all its credentials and leaves tombstones. @throws {Failure} SCOPE_NOT_GRANTABLE, LOCKOUT_RISK */
export async function deleteIdentity(
  tx: Tx,
  id: string,
  { ifMatch }: { ifMatch: string | undefined },
  grantor: Grantor,
): Promise<Identity> {
  const { now } = tenancyOf(tx);
  const { lock, identity } = await lockToTakeAway(tx, id, ifMatch, grantor);
  await endIdentity(tx, lock, identity, { reason: null, deleted: true }, grantor.actor);
  identity.deletedAt = now;
  return identity;
}

/** An event is at most 20 KB (decisions 6.14); each credential has an event of its own as well. */
const mostListed = 500;

/** Ends an identity: the common part of revocation, deletion and expiry. */
export async function endIdentity(
  tx: Tx,
  { orgId }: TenantLock,
  identity: Locked<Identity>,
  { reason, deleted }: { reason: string | null; deleted: boolean },
  actor: Actor,
): Promise<void> {
  const { now } = tenancyOf(tx);
  const revoked = identity.revoke();
  const credentials = await revokeCredentialsOfIdentity(tx, orgId, identity.id, deleted);
  if (!revoked && !deleted) return;
  const subject = { identityId: identity.id, identityName: identity.name };
  const revokedAt = now.toISOString();
  const rotated = { ...subject, reason: 'ROTATED', revokedBy: systemActor, revokedAt } as const;
  const ended = { ...subject, reason: 'IDENTITY_REVOKED', revokedBy: actor, revokedAt } as const;
  const about = (id: string, data: typeof rotated | typeof ended) =>
    ({ type: 'credential.revoked', data: { credentialId: id, ...data } }) as const;
  await emit(tx, [
    // The sweeper has not told of the end of these old secrets yet, and now it has nothing left to find.
    ...credentials.filter(({ graceEnded }) => graceEnded).map(({ id }) => about(id, rotated)),
    ...credentials.map(({ id }) => about(id, ended)),
    {
      type: 'identity.revoked',
      data: {
        ...subject,
        reason,
        revokedBy: actor,
        deleted,
        credentialIds: credentials.slice(0, mostListed).map(({ id }) => id),
      },
    },
  ]);
}

function requireNotRevoked(identity: Identity, now: Date): void {
  const status = identity.statusAt(now);
  if (status === 'REVOKED') throw new Failure('IDENTITY_STATE_CONFLICT', { status });
}

async function emitUpdate(
  tx: Tx,
  { id, name }: Identity,
  changes: FieldChange[],
  grantor: Grantor,
): Promise<void> {
  if (changes.length === 0) return;
  await emit(tx, [
    {
      type: 'identity.updated',
      data: { identityId: id, identityName: name, changes, updatedBy: grantor.actor },
    },
  ]);
}
