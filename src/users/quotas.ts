import { hasRoomForMany, limitOf, type Quotas, requireRoomForMany } from '../platform/quotas.ts';
import { countQuota, type QuotaCount } from '../platform/sql/counters.ts';
import type { Tx } from '../platform/tx.ts';

/** The limit on the users of a tenant. */
export type UserQuota = Pick<Quotas, 'maxUsers'>;

/** The limit on the groups of a tenant. */
export type GroupQuota = Pick<Quotas, 'maxGroups'>;

/** Requires room for one more user. Takes the tenant's lock if the limit is near. @throws {Failure} QUOTA_EXCEEDED */
export async function requireRoomForUser(
  tx: Tx,
  orgId: string,
  { maxUsers }: UserQuota,
  seen?: QuotaCount,
): Promise<void> {
  await requireRoomForMany(tx, orgId, 'users', maxUsers, seen);
}

/** Tells whether a user who signs up has room. Takes the tenant's lock if the limit is near. */
export const hasRoomForUser = (tx: Tx, orgId: string, { maxUsers }: UserQuota): Promise<boolean> =>
  hasRoomForMany(tx, orgId, 'users', maxUsers);

/** As {@link hasRoomForUser}, but takes no lock. The answer is exact only under the lock of the tenant. */
export async function seesRoomForUser(tx: Tx, orgId: string, { maxUsers }: UserQuota): Promise<boolean> {
  const found = await countQuota(tx, orgId, 'users');
  return found.count < limitOf(found, maxUsers);
}

/** Requires room for one more group. Takes the tenant's lock if the limit is near. @throws {Failure} QUOTA_EXCEEDED */
export async function requireRoomForGroup(tx: Tx, orgId: string, { maxGroups }: GroupQuota): Promise<void> {
  await requireRoomForMany(tx, orgId, 'groups', maxGroups);
}
