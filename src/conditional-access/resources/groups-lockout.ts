import { compileAccess } from '../judge/compile.ts';
import { loadAccessIn } from '../judge/sql/access-policies.ts';
import { requireMayGiveLasting } from '../../credentials/bounds.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { type Actor, emit } from '../../platform/events.ts';
import { type Grantor, requireAlso } from '../../platform/grants.ts';
import type { Tx } from '../../platform/tx.ts';
import { raiseAlerts } from '../../risk/raising.ts';
import type { LockoutWays } from './lockout.ts';
import {
  fromAddress,
  fromOwnPlaces,
  type LockedOwners,
  ownersLockedOut,
  type OwnersJudge,
} from './owners-lockout.ts';
import { enforcementOf, type GroupEnforcement } from './sql/access-version.ts';
import { keepPolicies, takeTurn } from './sql/guard-locks.ts';

interface Guarded extends LockoutWays {
  caller: Grantor;
  /** Whether users join the group or leave it. */
  how: keyof GroupEnforcement;
}

/**
 * Does a change of the members of a group, or its deletion. If the change lifts an enabled policy from a user, the caller needs
 * `conditional_access.write` too, a recent sign-in, and a key without an end. If an enabled policy names the group, the change must not keep every owner from signing in. If
 * every owner is kept out already, the change is done: otherwise no change could help.
 * @throws {Failure} INSUFFICIENT_SCOPE, REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE, LOCKOUT_RISK, and what `change` throws
 */
export async function guardGroup<Result>(
  tx: Tx,
  groupId: string,
  { acknowledgeLockout, caller, how, ...where }: Guarded,
  change: () => Promise<Result>,
): Promise<Result> {
  const lifts = await enforcementNow(tx, groupId);
  if (lifts?.[how]) {
    requireAlso(caller, 'conditional_access.write');
    await requireMayGiveLasting(tx, caller);
  }
  if (acknowledgeLockout || !lifts) return change();
  const { result, locked } = await watched(tx, fromAddress(where), change);
  if (locked) throw ownersLockedOut(locked);
  return result;
}

/** The parts that watch a change of groups for a lockout. */
export interface Watch extends Pick<LockoutWays, 'geoIp'> {
  actor: Actor;
}

/**
 * Does a change of the members of groups that a directory or an identity provider demands. It is not refused, because the directory
 * would send it again and again. If it keeps every owner from signing in, from where each was last, an event and an alert tell. The
 * directory itself is elsewhere.
 */
export async function watchGroups<Result>(
  tx: Tx,
  groupIds: readonly string[],
  { actor, geoIp }: Watch,
  change: () => Promise<Result>,
): Promise<Result> {
  const groupId = await firstEnforced(tx, groupIds);
  if (groupId === undefined) return change();
  const { result, locked } = await watched(tx, fromOwnPlaces({ geoIp }), change);
  if (locked) await tellOwnersBlocked(tx, locked, changedGroupOf(locked, groupIds) ?? groupId, actor);
  return result;
}

/** Returns undefined for a policy that blocks owners because an `ALLOW` policy before it no longer applies. */
const changedGroupOf = ({ policy }: LockedOwners, groupIds: readonly string[]): string | undefined => {
  const { include, exclude } = policy.conditions.groups;
  return groupIds.find((id) => include.includes(id) || exclude.includes(id));
};

async function firstEnforced(tx: Tx, groupIds: readonly string[]): Promise<string | undefined> {
  for (const id of groupIds) if (await enforcementNow(tx, id)) return id;
  return undefined;
}

/** Returns which changes of the group lift an enabled policy. No change of a policy commits until this transaction ends. */
async function enforcementNow(tx: Tx, groupId: string): Promise<GroupEnforcement | undefined> {
  const { orgId } = tenancyOf(tx);
  // This comes first: a policy that another request enables meanwhile would not be seen, and would not see this change.
  await keepPolicies(tx, orgId);
  return enforcementOf(tx, orgId, groupId);
}

/** @returns what keeps the owners out since the change; undefined if they were kept out before */
async function watched<Result>(
  tx: Tx,
  locking: OwnersJudge,
  change: () => Promise<Result>,
): Promise<{ result: Result; locked: LockedOwners | undefined }> {
  const { orgId } = tenancyOf(tx);
  const { version, policies, locations } = await loadAccessIn(tx, orgId, 'live');
  const access = compileAccess(version, policies, locations);
  const before = await locking(tx, access);
  const result = await change();
  await tx.flush();
  if (before) return { result, locked: undefined };
  // Two changes may keep the owners out together. The second one sees the first one here.
  await takeTurn(tx, orgId);
  return { result, locked: await locking(tx, access) };
}

async function tellOwnersBlocked(
  tx: Tx,
  { policy: { id: policyId, name: policyName }, owners }: LockedOwners,
  groupId: string,
  changedBy: Actor,
): Promise<void> {
  if (policyId === null) return;
  const data = {
    policyId,
    policyName,
    groupId,
    ownerIds: owners.slice(0, 10).map(({ id }) => id),
    changedBy,
  };
  await emit(tx, [{ type: 'access.owners_blocked', data }]);
  await raiseAlerts(tx, [
    {
      trigger: 'access.owners_blocked',
      always: true,
      subject: `owners-blocked:${policyId}`,
      severity: 'CRITICAL',
      title: 'A policy blocks every owner',
      description: `A directory or an identity provider changed the group ${groupId}. Since then, the policy ${policyName} keeps every owner from signing in. Exclude an owner from the policy, or change the group there.`,
      source: { type: 'POLICY', id: policyId },
      identityId: null,
    },
  ]);
}
