import type { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from '../config.ts';
import { Failure } from '../failure.ts';
import { countQuota } from './sql/count-quota.ts';
import { lockTenant, type TenantLock } from './sql/lock-tenant.ts';

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
  | 'rateLimitMaxPerMinute'
>;

/** Below this distance from the limit, creations wait for each other. Fewer than this many run at the same time. */
const nearTheLimit = 100;

/**
 * Counts users or groups. Locks the tenant if the limit is near. A directory that brings a million users waits for no
 * lock before.
 */
export async function countNear(
  em: EntityManager,
  orgId: string,
  kind: 'users' | 'groups',
  limit: number,
): Promise<number> {
  const current = await countQuota(em, orgId, kind);
  if (current + nearTheLimit < limit) return current;
  await lockTenant(em, orgId);
  return countQuota(em, orgId, kind);
}

/**
 * Requires room for one more row.
 * @param _lock of the tenant, taken before the rows are counted
 * @param of names the rows in the error response
 * @throws {Failure} QUOTA_EXCEEDED
 */
export const requireRoom = (_lock: TenantLock, of: string, current: number, limit: number): void =>
  requireBelow(of, current, limit);

/** As {@link requireRoom}, of a number that is near the limit only if the tenant is locked. @throws {Failure} QUOTA_EXCEEDED */
export function requireBelow(of: string, current: number, limit: number): void {
  if (current >= limit) throw new Failure('QUOTA_EXCEEDED', { limit, current, of });
}
