import {
  demandsMfa,
  enforcementOf,
  type GroupEnforcement,
} from '../../conditional-access/resources/sql/access-version.ts';
import type { FieldChange } from '../../platform/events.ts';
import type { TenantLock } from '../../platform/sql/tenants.ts';
import { type Grantor, requireAlso } from '../../platform/grants.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Connection } from './entities/connection.ts';

/** The rules that make a user a member of groups by the values of a claim. */
export type GroupRules = Pick<Connection, 'groupsClaim' | 'groupMapping'>;

/**
 * Requires `conditional_access.write` too if a change of the group mapping lifts an enabled policy from a user at a later sign-in,
 * as for a change of the groups themselves. The tenant is locked, so that no policy changes meanwhile.
 * @throws {Failure} INSUFFICIENT_SCOPE
 */
export async function requireMayLift(
  tx: Tx,
  { orgId }: TenantLock,
  { before, after }: { before: GroupRules; after: GroupRules },
  grantor: Grantor,
): Promise<void> {
  const lifts = async (how: keyof GroupEnforcement, groupIds: readonly string[]): Promise<boolean> => {
    for (const id of groupIds) if ((await enforcementOf(tx, orgId, id))?.[how]) return true;
    return false;
  };
  if ((await lifts('join', addedTo(before, after))) || (await lifts('leave', addedTo(after, before))))
    requireAlso(grantor, 'conditional_access.write');
}

/** The fields that change neither who vouches for users, nor for which users. The mapping is judged by its rules. */
const keepsTrust: ReadonlySet<string> = new Set([
  'name',
  'enforced',
  'trustMfa',
  'maxSessionSeconds',
  'logoutUpstream',
  'groupsClaim',
  'groupMapping',
  'product',
]);

/**
 * Requires `conditional_access.write` too if the identity provider can meet an enabled policy in place of users, because the
 * connection trusts it about two factors. The tenant is locked, so that no policy changes meanwhile.
 * @throws {Failure} INSUFFICIENT_SCOPE
 */
export async function requireMayTrustMfa(
  tx: Tx,
  { orgId }: TenantLock,
  { trustMfa }: Pick<Connection, 'trustMfa'>,
  grantor: Grantor,
): Promise<void> {
  if (trustMfa && (await demandsMfa(tx, orgId))) requireAlso(grantor, 'conditional_access.write');
}

/**
 * As {@link requireMayLift}, for a change of who vouches for users, such as of its keys, domains and status. The identity
 * provider can then put any of its users into each mapped group, or take them out.
 * @throws {Failure} INSUFFICIENT_SCOPE
 */
export async function requireMayTrust(
  tx: Tx,
  lock: TenantLock,
  {
    connection,
    changes,
  }: { connection: GroupRules & Pick<Connection, 'trustMfa'>; changes: readonly FieldChange[] },
  grantor: Grantor,
): Promise<void> {
  const isHarmless = ({ field, to }: FieldChange): boolean =>
    keepsTrust.has(field) || (field === 'status' && to === 'DISABLED');
  if (changes.some((one) => one.field === 'trustMfa' || !isHarmless(one)))
    await requireMayTrustMfa(tx, lock, connection, grantor);
  if (changes.every(isHarmless)) return;
  const { groupsClaim, groupMapping } = connection;
  const [none, all] = [
    { groupsClaim, groupMapping: [] },
    { groupsClaim, groupMapping },
  ];
  await requireMayLift(tx, lock, { before: none, after: all }, grantor);
  await requireMayLift(tx, lock, { before: all, after: none }, grantor);
}

/** Returns the groups of the rules that only the second mapping has. */
function addedTo(from: GroupRules, to: GroupRules): string[] {
  const known = new Set(rulesOf(from).map(({ rule }) => rule));
  return [...new Set(rulesOf(to).flatMap(({ rule, groupId }) => (known.has(rule) ? [] : groupId)))];
}

const rulesOf = ({ groupsClaim, groupMapping }: GroupRules) =>
  groupMapping.map(({ value, groupId }) => ({
    groupId,
    rule: JSON.stringify([groupsClaim, value, groupId]),
  }));
