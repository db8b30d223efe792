import { requireMayGiveLasting } from '../../credentials/bounds.ts';
import { Failure } from '../../failure.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { FieldChange } from '../../platform/events.ts';
import type { Grantor } from '../../platform/grants.ts';
import { lockTenant } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';
import { tellChanges } from './change-events.ts';
import { type LockoutWays, requireNoAccessLockout } from './lockout.ts';
import { lockAllPolicies, type PlacedPolicy, writePriorities } from './sql/access-order.ts';
import { renewAccessVersion } from './sql/access-version.ts';

/** A policy that has another number now. */
export interface MovedPolicy extends PlacedPolicy {
  changes: FieldChange[];
}

/**
 * Brings all policies of the tenant into an order. They share out their present numbers again, so there is always room. Every decision
 * that starts after this transaction is made with the whole order.
 * @param wanted the ids of all policies, the one that is asked first in front
 * @throws {Failure} POLICY_ORDER_CONFLICT, LOCKOUT_RISK; if enabled policies change their order also REAUTHENTICATION_REQUIRED,
 * BOUND_NOT_GRANTABLE
 */
export async function orderAccessPolicies(
  tx: Tx,
  wanted: readonly string[],
  grantor: Grantor,
  ways: LockoutWays,
): Promise<{ policies: PlacedPolicy[]; moved: MovedPolicy[] }> {
  const { orgId, now } = tenancyOf(tx);
  const lock = await lockTenant(tx, orgId);
  const before = await lockAllPolicies(tx, orgId);
  const policies = inOrder(before, wanted);
  const places = new Map(before.map(({ id, priority }) => [id, priority]));
  const moved = policies.flatMap((policy): MovedPolicy[] => {
    const from = places.get(policy.id);
    if (from === policy.priority) return [];
    return [{ ...policy, changes: [{ field: 'priority', from, to: policy.priority }] }];
  });
  if (moved.length === 0) return { policies, moved };
  if (enabledIn(before) !== enabledIn(policies)) await requireMayGiveLasting(tx, grantor);
  await writePriorities(tx, orgId, moved, now);
  await renewAccessVersion(tx, lock);
  await requireNoAccessLockout(tx, ways);
  const { actor: changedBy } = grantor;
  await tellChanges(
    tx,
    moved.map(({ changes, ...resource }) => ({ resource, told: { change: 'UPDATED', changes, changedBy } })),
  );
  return { policies, moved };
}

/** Gives the present numbers to the policies of an order. @throws {Failure} POLICY_ORDER_CONFLICT */
function inOrder(before: readonly PlacedPolicy[], wanted: readonly string[]): PlacedPolicy[] {
  const known = new Map(before.map((policy) => [policy.id, policy]));
  const named = new Set(wanted);
  const missing = [...known.keys()].filter((id) => !named.has(id));
  const unknown = wanted.filter((id) => !known.has(id));
  if (missing.length > 0 || unknown.length > 0)
    throw new Failure('POLICY_ORDER_CONFLICT', {
      missing: missing.slice(0, mostShown),
      unknown: unknown.slice(0, mostShown),
    });
  const numbers = before.map(({ priority }) => priority);
  return wanted.flatMap((id, at) => {
    const [policy, priority] = [known.get(id), numbers[at]];
    return policy && priority !== undefined ? [{ ...policy, priority }] : [];
  });
}

const mostShown = 10;

/** The first enabled policy that applies decides, so only their order among each other decides anything. */
const enabledIn = (policies: readonly PlacedPolicy[]): string =>
  policies
    .filter(({ status }) => status === 'ENABLED')
    .map(({ id }) => id)
    .join();
