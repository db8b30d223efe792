import type { EntityManager } from '@mikro-orm/postgresql';
import { type Quotas, requireRoom } from '../platform/quotas.ts';
import type { TenantLock } from '../platform/sql/lock-tenant.ts';
import { countQuota } from '../platform/sql/count-quota.ts';
import { countLiveOfIdentity, countLiveOfTenant } from './sql/count-live-credentials.ts';

/** Requires room for one more identity. @throws {Failure} QUOTA_EXCEEDED */
export async function requireRoomForIdentity(
  em: EntityManager,
  lock: TenantLock,
  { maxIdentities }: Pick<Quotas, 'maxIdentities'>,
): Promise<void> {
  requireRoom(lock, 'identities', await countQuota(em, lock.orgId, 'identities'), maxIdentities);
}

/** Requires room for one more live credential. @throws {Failure} QUOTA_EXCEEDED */
export async function requireRoomForCredential(
  em: EntityManager,
  lock: TenantLock,
  identityId: string,
  quotas: Pick<Quotas, 'maxCredentials' | 'maxCredentialsPerIdentity'>,
): Promise<void> {
  // The stored count includes credentials that have just expired. They are subtracted only if the count is too high.
  const { orgId } = lock;
  if ((await countQuota(em, orgId, 'credentials')) >= quotas.maxCredentials)
    requireRoom(lock, 'live credentials', await countLiveOfTenant(em, orgId), quotas.maxCredentials);
  const ofIdentity = await countLiveOfIdentity(em, orgId, identityId);
  requireRoom(lock, 'live credentials of the identity', ofIdentity, quotas.maxCredentialsPerIdentity);
}
