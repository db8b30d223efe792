import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { judgesMachines } from '../judge/compile.ts';
import type { AccessDecision, AccessStatus, Requirement, SessionLimits } from '../judge/types.ts';
import { requireMayGiveLasting } from '../../credentials/bounds.ts';
import { Failure, invalid } from '../../failure.ts';
import { newId } from '../../lib/id.ts';
import { pick } from '../../lib/object.ts';
import { mergePatch } from '../../lib/merge-patch.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { FieldChange } from '../../platform/events.ts';
import { assignChanges } from '../../platform/fields.ts';
import type { Grantor } from '../../platform/grants.ts';
import { type Locked, lockForChange } from '../../platform/locked.ts';
import { type Quotas, requireRoom } from '../../platform/quotas.ts';
import { nameContains } from '../../platform/sql/spellings.ts';
import { lockTenant, type TenantLock } from '../../platform/sql/tenants.ts';
import type { IfMatch } from '../../platform/versions.ts';
import type { Tx } from '../../platform/tx.ts';
import { tellChange } from './change-events.ts';
import { checkedConditions, checkedSession, type ConditionInput, requireSense } from './condition-input.ts';
import { AccessPolicy } from './entities/access-policy.ts';
import { NamedLocation } from './entities/named-location.ts';
import { type LockoutWays, requireNoAccessLockout } from './lockout.ts';
import { loosensAccess } from './loosening.ts';
import { renewAccessVersion } from './sql/access-version.ts';

export interface NewAccessPolicy {
  name: string;
  description: string | null;
  priority: number;
  status: AccessStatus;
  conditions: ConditionInput;
  decision: AccessDecision;
  requirements: Requirement[];
  session: Partial<SessionLimits>;
}

/** @throws {Failure} POLICY_NOT_FOUND */
export async function findAccessPolicy(tx: Tx, id: string): Promise<AccessPolicy> {
  const policy = await tx.findOne(AccessPolicy, { id });
  if (!policy) throw new Failure('POLICY_NOT_FOUND');
  return policy;
}

/** The policies of the tenant in the order in which they are asked. */
export async function listAccessPolicies(
  tx: Tx,
  { status, search }: { status?: AccessStatus; search?: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ policies: AccessPolicy[]; total: number }> {
  const filter = {
    ...(status === undefined ? {} : { status }),
    ...nameContains(search),
  };
  const [policies, total] = await tx.findAndCount(AccessPolicy, filter, {
    limit,
    offset,
    orderBy: { priority: 'asc' },
  });
  return { policies, total };
}

/**
 * @throws {Failure} VALIDATION_ERROR, QUOTA_EXCEEDED, POLICY_CONFLICT, LOCKOUT_RISK; if it lets in more also
 * REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE
 */
export async function createAccessPolicy(
  tx: Tx,
  input: NewAccessPolicy,
  grantor: Grantor,
  quotas: Quotas,
  ways: LockoutWays,
): Promise<AccessPolicy> {
  const conditions = checkedConditions(input.conditions);
  requireSense({ ...input, conditions });
  const session = checkedSession(input.session);
  const lock = await lockTenant(tx, tenancyOf(tx).orgId);
  await requireRoom(lock, 'policies of conditional access', () => tx.count(AccessPolicy), quotas.maxPolicies);
  if (await loosensAccess(tx, undefined, { ...input, conditions, session }))
    await requireMayGiveLasting(tx, grantor);
  const policy = tx.create(AccessPolicy, {
    ...input,
    conditions,
    judgesMachines: judgesMachines(conditions),
    session,
    id: newId('cap'),
    createdBy: grantor.actor.id,
  });
  await requireKnownLocations(tx, policy);
  await takeEffect(tx, lock, policy, ways);
  await tellChange(tx, policy, { change: 'CREATED', changedBy: grantor.actor });
  return policy;
}

/** @throws {Failure} POLICY_NOT_FOUND, PRECONDITION_FAILED and what {@link createAccessPolicy} throws */
export async function updateAccessPolicy(
  tx: Tx,
  id: string,
  patch: Partial<NewAccessPolicy>,
  grantor: Grantor,
  { ifMatch, ...ways }: LockoutWays & IfMatch,
): Promise<{ policy: AccessPolicy; changes: FieldChange[] }> {
  const { actor: changedBy } = grantor;
  const { lock, policy } = await lockPolicy(tx, id, { ifMatch });
  const before = pick(policy, ['priority', 'status', 'conditions', 'decision', 'requirements', 'session']);
  const { conditions: some, session, ...rest } = patch;
  const conditions = some && checkedConditions(mergePatch(policy.conditions, some) as ConditionInput);
  const changes = assignChanges<AccessPolicy>(policy, {
    ...rest,
    conditions,
    session: session && checkedSession(mergePatch(policy.session, session) as Partial<SessionLimits>),
  });
  requireSense(policy);
  if (changes.length === 0) return { policy, changes };
  if (await loosensAccess(tx, before, policy)) await requireMayGiveLasting(tx, grantor);
  policy.judgesMachines = judgesMachines(policy.conditions);
  if (conditions) await requireKnownLocations(tx, policy);
  await takeEffect(tx, lock, policy, ways);
  await tellChange(tx, policy, { change: 'UPDATED', changes, changedBy });
  return { policy, changes };
}

/**
 * @throws {Failure} POLICY_NOT_FOUND, PRECONDITION_FAILED, LOCKOUT_RISK; if it lets in more also REAUTHENTICATION_REQUIRED,
 * BOUND_NOT_GRANTABLE
 */
export async function deleteAccessPolicy(
  tx: Tx,
  id: string,
  grantor: Grantor,
  { ifMatch, ...ways }: LockoutWays & IfMatch,
): Promise<AccessPolicy> {
  const { actor: changedBy } = grantor;
  const { lock, policy } = await lockPolicy(tx, id, { ifMatch });
  if (await loosensAccess(tx, policy, undefined)) await requireMayGiveLasting(tx, grantor);
  tx.remove(policy);
  await tx.flush();
  await renewAccessVersion(tx, lock);
  // A policy that allows may stand before one that blocks.
  await requireNoAccessLockout(tx, ways);
  await tellChange(tx, policy, { change: 'DELETED', changedBy });
  return policy;
}

/** The tenant and the policy stay locked until the transaction ends. */
async function lockPolicy(
  tx: Tx,
  id: string,
  condition: IfMatch,
): Promise<{ lock: TenantLock; policy: Locked<AccessPolicy> }> {
  const lock = await lockTenant(tx, tenancyOf(tx).orgId);
  return { lock, policy: await lockForChange(tx, AccessPolicy, id, condition, 'POLICY_NOT_FOUND') };
}

/** A location that is not there would never hold, which lifts a policy that includes it. @throws {Failure} VALIDATION_ERROR */
async function requireKnownLocations(tx: Tx, { conditions }: AccessPolicy): Promise<void> {
  const { include, exclude } = conditions.locations;
  const ids = [...include, ...exclude];
  if (ids.length === 0) return;
  const found = new Set(
    (await tx.find(NamedLocation, { id: { $in: ids } }, { fields: ['id'] })).map(({ id }) => id),
  );
  for (const list of ['include', 'exclude'] as const)
    for (const [at, id] of conditions.locations[list].entries())
      if (!found.has(id))
        throw invalid(
          `conditions.locations.${list}.${at}`,
          'must be the ID of a named location of this organization',
        );
}

/** Every decision that starts after this transaction is made with it. */
async function takeEffect(tx: Tx, lock: TenantLock, policy: AccessPolicy, ways: LockoutWays): Promise<void> {
  const { priority } = policy;
  try {
    await tx.flush();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException)
      throw new Failure('POLICY_CONFLICT', { priority }, error);
    throw error;
  }
  await renewAccessVersion(tx, lock);
  await requireNoAccessLockout(tx, ways);
}
