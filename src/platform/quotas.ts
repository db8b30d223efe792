import type { Config } from '../config.ts';
import { Failure } from '../failure.ts';
import { countQuota, foldLongSum, type QuotaCount } from './sql/counters.ts';
import { lockTenant, type TenantLock } from './sql/tenants.ts';
import type { Tx } from './tx.ts';

export type Quotas = Pick<
  Config,
  | 'maxIdentities'
  | 'maxUsers'
  | 'maxGroups'
  | 'maxCredentials'
  | 'maxCredentialsPerIdentity'
  | 'maxScimTokens'
  | 'maxWebhooks'
  | 'maxPolicies'
  | 'maxOidcClients'
  | 'maxOidcScopes'
  | 'maxOidcResources'
  | 'maxServiceProviders'
  | 'maxConnections'
  | 'maxNamedLocations'
  | 'maxAccessDevices'
  | 'rateLimitMaxPerMinute'
>;

/** Below this distance from the limit, creations wait for each other. Fewer than this many run at the same time. */
const nearTheLimit = 100;

/** Kinds of rows that may be very many. Their creations do not always wait for each other. */
type Many = 'users' | 'groups';

/**
 * Tells whether there is room for one more user or group. Locks the tenant if the limit is near. A directory that brings a
 * million users waits for no lock before.
 */
export async function hasRoomForMany(tx: Tx, orgId: string, kind: Many, limit: number): Promise<boolean> {
  const found = await countNear(tx, orgId, kind, limit);
  return found.count < limitOf(found, limit);
}

/** The limit of a tenant: that of the server, or a lower one that an operator gave the organization. */
export const limitOf = ({ own }: Pick<QuotaCount, 'own'>, ofServer: number): number =>
  own === null ? ofServer : Math.min(own, ofServer);

/**
 * Requires room for one more user or group. Locks the tenant if the limit is near.
 * @param seen the count, if this transaction has read it
 * @throws {Failure} QUOTA_EXCEEDED
 */
export async function requireRoomForMany(
  tx: Tx,
  orgId: string,
  kind: Many,
  limit: number,
  seen?: QuotaCount,
): Promise<void> {
  const found = await countNear(tx, orgId, kind, limit, seen);
  requireBelow(kind, found.count, limitOf(found, limit));
}

/** Counts users or groups. The count is exact if the limit is near, because the tenant is locked then. */
async function countNear(
  tx: Tx,
  orgId: string,
  kind: Many,
  limit: number,
  seen?: QuotaCount,
): Promise<QuotaCount> {
  if (seen) await foldLongSum(tx, orgId, kind, seen);
  const current = seen ?? (await countQuota(tx, orgId, kind));
  if (current.count + nearTheLimit < limitOf(current, limit)) return current;
  await lockTenant(tx, orgId);
  return countQuota(tx, orgId, kind);
}

/**
 * Requires room for one more row.
 * @param of names the rows in the error response
 * @param count counts the rows. It runs here, so it always counts under the lock
 * @throws {Failure} QUOTA_EXCEEDED
 */
export async function requireRoom(
  lock: TenantLock,
  of: string,
  count: (lock: TenantLock) => Promise<number>,
  limit: number,
): Promise<void> {
  requireBelow(of, await count(lock), limit);
}

function requireBelow(of: string, current: number, limit: number): void {
  if (current >= limit) throw new Failure('QUOTA_EXCEEDED', { limit, current, of });
}
