import { type Locked, lockRow } from '../platform/locked.ts';
import { Credential, type SecretFacts } from './entities/credential.ts';
import { Identity } from './entities/identity.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit, type FieldChange } from '../platform/events.ts';
import { Failure, invalid } from '../failure.ts';
import { exceeding } from '../lib/scope.ts';
import { pick } from '../lib/object.ts';
import { hashSecret, lastFour, newSecret, type SecretPrefix, secretPrefix } from '../lib/secret.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { schedule } from '../platform/queue.ts';
import { boundFields, requireMayGiveCredential, requireMayLoosenCredential } from './bounds.ts';
import {
  addressRanges,
  assignChanges,
  boundedMetadata,
  futureTime,
  patchedMetadata,
  requireAllowedRate,
} from '../platform/fields.ts';
import {
  type Grantor,
  requireAlso,
  requireGrantable,
  requireMayEnd,
  requireWithin,
  systemActor,
} from '../platform/grants.ts';
import { requireAnotherFullKey } from './last-full-key.ts';
import { policiesIn, requirePolicies, secondsBetween, secretSince } from '../policies/judge/enforcing.ts';
import type { Quotas } from '../platform/quotas.ts';
import { requireUnreplaced, type Seen } from '../platform/replacing.ts';
import { requireVersion } from '../platform/versions.ts';
import type { Tx } from '../platform/tx.ts';

export interface CredentialPatch {
  name?: string;
  scopes?: string[];
  expiresAt?: string | null;
  maxUsageCount?: number | null;
  allowedIps?: string[] | null;
  rateLimitPerMinute?: number | null;
  metadata?: Record<string, unknown>;
}

/** The longest life of a just-in-time credential. */
export const longestJitSeconds = 2_592_000;

/** The longest life of a credential that a token of another issuer was exchanged for. */
export const longestWorkloadSeconds = 3_600;

/** A secret and what is kept of it. The secret is shown once and never stored. */
export function makeSecret(prefix: SecretPrefix): {
  secret: string;
  facts: SecretFacts;
} {
  const secret = newSecret(prefix);
  return { secret, facts: factsOf(secret) };
}

export const factsOf = (secret: string): SecretFacts => ({
  secretHash: hashSecret(secret),
  secretPrefix: secretPrefix(secret),
  secretLast4: lastFour(secret),
});

/** @throws {Failure} CREDENTIAL_NOT_FOUND */
export async function findCredential(tx: Tx, id: string): Promise<Credential> {
  const credential = await tx.findOne(Credential, { id });
  if (!credential) throw new Failure('CREDENTIAL_NOT_FOUND');
  return credential;
}

/** @throws {Failure} CREDENTIAL_NOT_FOUND; the row stays locked until the transaction ends */
const lockCredential = (tx: Tx, id: string): Promise<Locked<Credential>> =>
  lockRow(tx, Credential, id, 'CREDENTIAL_NOT_FOUND');

/** @throws {Failure} CREDENTIAL_NOT_FOUND, PRECONDITION_FAILED, LOCKOUT_RISK when it is the last full key that works */
async function lockToTakeAway(tx: Tx, id: string, ifMatch: string | undefined): Promise<Credential> {
  const lock = await lockTenant(tx, tenancyOf(tx).orgId);
  const credential = await lockCredential(tx, id);
  requireVersion(credential, ifMatch);
  await requireAnotherFullKey(tx, lock, credential);
  return credential;
}

/** The identity of a credential, which its foreign key promises. */
export async function identityOf(tx: Tx, credential: Credential): Promise<Identity> {
  const identity = await tx.findOne(Identity, { id: credential.identityId }, { filters: { present: false } });
  if (!identity) throw new Error(`${credential.id} has no identity`);
  return identity;
}

/** Who the event is about. */
async function subjectOf(tx: Tx, credential: Credential) {
  const { id: identityId, name: identityName } = await identityOf(tx, credential);
  return { credentialId: credential.id, identityId, identityName };
}

/**
 * Gives a credential a new secret. If rotations run in parallel, one wins and the others are refused. No caller gets
 * a secret that another rotation has already replaced.
 *
 * @param graceSeconds how long the old secret still works; an even older one stops at once
 * @param seen the secret as it was when the request came
 * @throws {Failure} CREDENTIAL_NOT_ACTIVE, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE (the caller obtains the secret),
 * CREDENTIAL_STATE_CONFLICT (another request rotated it at the same time)
 */
export async function rotateCredential(
  tx: Tx,
  id: string,
  {
    graceSeconds,
    ifMatch,
    seen,
  }: { graceSeconds: number; ifMatch: string | undefined; seen: Seen | undefined },
  grantor: Grantor,
): Promise<{ credential: Credential; secret: string; previousEndsAt: Date }> {
  const { now } = tenancyOf(tx);
  const credential = await lockCredential(tx, id);
  await requireUnreplaced(tx, seen, 'CREDENTIAL_STATE_CONFLICT');
  requireGrantable(grantor, credential.scopes);
  const identity = await identityOf(tx, credential);
  // The uses start again, which lifts the cap of a key that rotates itself.
  const given = { ...pick(credential, ['identityId', ...boundFields]), usageCount: 0 };
  await requireMayGiveCredential(tx, grantor, given);
  requireVersion(credential, ifMatch);
  // Also when its grace period is over and the sweeper has not seen it yet. After this, no other code would tell of
  // its end.
  const older = credential.previousExpiresAt;
  const policies = await policiesIn(tx);
  if (policies.sources.length > 0) {
    const hasOwner = identity.ownerUserId !== null;
    await requirePolicies(tx, policies, 'rotateCredential', { identity, credential, hasOwner }, grantor);
  }
  const { secret, facts } = makeSecret(credential.secretPrefix);
  const previousEndsAt = credential.rotate(facts, graceSeconds, now);
  await tx.flush();

  const subject = await subjectOf(tx, credential);
  const rotatedBy = grantor.actor.id ?? 'SYSTEM';
  const ended = {
    type: 'credential.revoked',
    data: { ...subject, reason: 'ROTATED', revokedBy: grantor.actor, revokedAt: now.toISOString() },
  } as const;
  await emit(tx, [
    ...(older ? [ended] : []),
    {
      type: 'credential.rotated',
      data: {
        ...subject,
        rotatedBy,
        reason: 'MANUAL',
        previousCredentialExpiry: previousEndsAt.toISOString(),
      },
    },
    ...(graceSeconds === 0 ? [ended] : []),
  ]);
  if (graceSeconds > 0) await tellOfGraceEnd(tx, id, previousEndsAt);
  return { credential, secret, previousEndsAt };
}

/** Tells of an old secret's end when it comes, and not at the next sweep. */
const tellOfGraceEnd = (tx: Tx, id: string, at: Date): Promise<void> =>
  schedule(tx, 'expire-credentials', { at, key: `grace:${id}` });

/** @throws {Failure} CREDENTIAL_STATE_CONFLICT, LOCKOUT_RISK */
export async function suspendCredential(
  tx: Tx,
  id: string,
  { reason, ifMatch }: { reason: string | null; ifMatch: string | undefined },
  grantor: Grantor,
): Promise<Credential> {
  const { now } = tenancyOf(tx);
  const credential = await lockToTakeAway(tx, id, ifMatch);
  if (credential.suspend(reason, now)) {
    await emit(tx, [
      {
        type: 'credential.suspended',
        data: { ...(await subjectOf(tx, credential)), reason, suspendedBy: grantor.actor },
      },
    ]);
  }
  return credential;
}

/**
 * Lets a suspended credential work again, which gives its rights again.
 * @throws {Failure} CREDENTIAL_STATE_CONFLICT, IDENTITY_NOT_ACTIVE, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE
 */
export async function reactivateCredential(
  tx: Tx,
  id: string,
  { ifMatch }: { ifMatch: string | undefined },
  grantor: Grantor,
): Promise<Credential> {
  const { now } = tenancyOf(tx);
  const credential = await lockCredential(tx, id);
  requireGrantable(grantor, credential.scopes);
  const identity = await identityOf(tx, credential);
  await requireMayGiveCredential(tx, grantor, credential);
  requireVersion(credential, ifMatch);
  if (credential.reactivate(now)) {
    const status = identity.statusAt(now);
    if (status !== 'ACTIVE') throw new Failure('IDENTITY_NOT_ACTIVE', { status });
    await emit(tx, [
      {
        type: 'credential.reactivated',
        data: { ...(await subjectOf(tx, credential)), reactivatedBy: grantor.actor },
      },
    ]);
  }
  return credential;
}

/** Ends a credential for good. A second call changes nothing and does not fail. @throws {Failure} LOCKOUT_RISK */
export async function revokeCredential(
  tx: Tx,
  id: string,
  {
    reason,
    ifMatch,
    cause = 'MANUAL',
  }: { reason: string | null; ifMatch: string | undefined; cause?: 'MANUAL' | 'POLICY' },
  grantor: Grantor,
): Promise<Credential> {
  const { now } = tenancyOf(tx);
  const credential = await lockToTakeAway(tx, id, ifMatch);
  const graceEnded = credential.previousExpiresAt !== null && credential.previousExpiresAt <= now;
  if (credential.revoke(reason)) {
    const subject = await subjectOf(tx, credential);
    const revokedAt = now.toISOString();
    const manual = { ...subject, reason: cause, revokedBy: grantor.actor, revokedAt } as const;
    const rotated = { ...subject, reason: 'ROTATED', revokedBy: systemActor, revokedAt } as const;
    await emit(tx, [
      // The sweeper has not told of the old secret's end yet, and now it has nothing left to find.
      ...(graceEnded ? [{ type: 'credential.revoked', data: rotated } as const] : []),
      { type: 'credential.revoked', data: manual },
    ]);
  }
  return credential;
}

/** Revokes a credential and leaves a tombstone. @throws {Failure} LOCKOUT_RISK */
export async function deleteCredential(
  tx: Tx,
  id: string,
  { ifMatch }: { ifMatch: string | undefined },
  grantor: Grantor,
): Promise<Credential> {
  const credential = await revokeCredential(tx, id, { reason: null, ifMatch }, grantor);
  credential.deletedAt = tenancyOf(tx).now;
  return credential;
}

/**
 * Changes the configuration of a credential.
 * @throws {Failure} CREDENTIAL_STATE_CONFLICT, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, INSUFFICIENT_SCOPE (it ends),
 * LOCKOUT_RISK, VALIDATION_ERROR
 */
export async function updateCredential(
  tx: Tx,
  id: string,
  patch: CredentialPatch,
  { ifMatch, quotas }: { ifMatch: string | undefined; quotas: Pick<Quotas, 'rateLimitMaxPerMinute'> },
  grantor: Grantor,
): Promise<{ credential: Credential; changes: FieldChange[] }> {
  const { orgId, now } = tenancyOf(tx);
  const { name, scopes, maxUsageCount, rateLimitPerMinute, ...others } = patch;
  const { allowedIps, expiresAt, metadata: merged, ...rest } = others;
  rest satisfies Record<string, never>;
  // A change that loosens is asked for a recent proof with its bounds, below.
  if (scopes) requireMayEnd(grantor, scopes);
  const ranges = allowedIps === undefined ? undefined : addressRanges(allowedIps);
  const ends = expiresAt === undefined ? undefined : futureTime(expiresAt, now);
  if (merged) boundedMetadata(merged);
  requireAllowedRate(rateLimitPerMinute, quotas.rateLimitMaxPerMinute);

  const lock = await lockTenant(tx, orgId);
  const policies = await policiesIn(tx, lock);
  const credential = await lockCredential(tx, id);
  // Requires the old scopes, too: power over another key's abilities needs them, with any other fields beside it.
  const powers = [scopes, ends, maxUsageCount, ranges, rateLimitPerMinute];
  const isPowerful = powers.some((value) => value !== undefined);
  if (isPowerful) requireMayEnd(grantor, [...new Set([...credential.scopes, ...(scopes ?? [])])]);
  if (endsSooner(credential, ends, maxUsageCount)) requireAlso(grantor, 'credentials.revoke');
  requireExpiry(credential, ends);
  if (typeof maxUsageCount === 'number' && maxUsageCount < credential.usageCount) {
    throw invalid('maxUsageCount', `must be at least the current usageCount, ${credential.usageCount}`);
  }
  if (scopes) await requireCeiling(tx, credential, scopes);
  requireVersion(credential, ifMatch);
  const status = credential.statusAt(now);
  if (status === 'EXPIRED' || status === 'REVOKED')
    throw new Failure('CREDENTIAL_STATE_CONFLICT', { status });

  const bounds = { expiresAt: ends, maxUsageCount, allowedIps: ranges };
  const identity = await identityOf(tx, credential);
  const widens = scopes !== undefined && exceeding(credential.scopes, scopes).length > 0;
  const after = omitUndefined({ ...bounds, rateLimitPerMinute });
  await requireMayLoosenCredential(tx, grantor, { before: credential, after, gives: widens });
  // A key cannot lift a limit of its own, so the last one must not be slower than any other.
  const slows = typeof rateLimitPerMinute === 'number' && rateLimitPerMinute < (grantor.usualPerMinute ?? 0);
  const narrows =
    slows ||
    (scopes && !scopes.includes('*')) ||
    Object.values(bounds).some((bound) => bound !== undefined && bound !== null);
  if (narrows) await requireAnotherFullKey(tx, lock, credential);
  // The new scopes could not be used before, so the observation of their use begins now.
  if (widens) credential.observedSince = now;
  if (policies.sources.length > 0) {
    const ttlSeconds = ends && secondsBetween(secretSince(credential), ends);
    const attempted = { identity, credential, ...omitUndefined({ scopes, ttlSeconds }) };
    await requirePolicies(tx, policies, 'updateCredential', attempted, grantor);
  }
  const metadata = merged && patchedMetadata(credential.metadata, merged);
  const changes = assignChanges(
    credential,
    omitUndefined({ name, scopes, metadata, ...bounds, rateLimitPerMinute }),
  );
  if (ends && credential.previousExpiresAt && ends < credential.previousExpiresAt) {
    credential.previousExpiresAt = ends;
    await tellOfGraceEnd(tx, id, ends);
  }
  if (credential.maxUsageCount !== null && credential.usageCount >= credential.maxUsageCount) {
    await expireSpent(tx, credential);
  }
  return { credential, changes };
}

/** Whether a patch ends the credential: at an earlier time, or at once because its uses are spent. */
const endsSooner = (
  { expiresAt, usageCount }: Credential,
  ends: Date | null | undefined,
  cap: number | null | undefined,
): boolean =>
  (ends instanceof Date && (expiresAt === null || ends < expiresAt)) ||
  (typeof cap === 'number' && usageCount > 0 && cap <= usageCount);

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
const omitUndefined = <T extends object>(values: T): Defined<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;

function requireExpiry(credential: Credential, ends: Date | null | undefined): void {
  if (ends === undefined) return;
  if (ends === null && credential.isTemporary)
    throw invalid('expiresAt', 'must be a timestamp, because the credential is temporary');
  if (ends === null) return;
  const seconds = (ends.getTime() - credential.createdAt.getTime()) / 1000;
  if (credential.type === 'JIT' && seconds > longestJitSeconds)
    throw invalid('expiresAt', 'must be at most 30 days after the creation of a just-in-time credential');
  if (credential.type === 'WORKLOAD' && seconds > longestWorkloadSeconds)
    throw invalid('expiresAt', 'must be at most an hour after the creation of a credential of a workload');
}

async function requireCeiling(tx: Tx, credential: Credential, scopes: string[]): Promise<void> {
  const { allowedScopes } = await identityOf(tx, credential);
  requireWithin(allowedScopes, scopes);
}

/** A cap lowered to the uses so far spends the credential, as its last use would have. */
async function expireSpent(tx: Tx, credential: Credential): Promise<void> {
  credential.status = 'EXPIRED';
  credential.statusReason = 'USAGE_LIMIT';
  const { expiresAt, usageCount } = credential;
  await emit(tx, [
    {
      type: 'credential.expired',
      data: {
        ...(await subjectOf(tx, credential)),
        expiresAt: expiresAt?.toISOString() ?? null,
        reason: 'USAGE_LIMIT',
        usageCount,
      },
    },
  ]);
}
