import type { EntityManager } from '@mikro-orm/postgresql';
import { type Quotas, requireRoom } from '../platform/quotas.ts';
import { countQuota } from '../platform/sql/count-quota.ts';
import { countLiveOfIdentity, countLiveOfTenant } from './sql/count-live-credentials.ts';

/** Requires room for one more identity. The tenant must be locked. @throws {Failure} QUOTA_EXCEEDED */
export async function requireRoomForIdentity(
  em: EntityManager,
  orgId: string,
  { maxIdentities }: Pick<Quotas, 'maxIdentities'>,
): Promise<void> {
  requireRoom('identities', await countQuota(em, orgId, 'identities'), maxIdentities);
}

/** Requires room for one more live credential. The tenant must be locked. @throws {Failure} QUOTA_EXCEEDED */
export async function requireRoomForCredential(
  em: EntityManager,
  orgId: string,
  identityId: string,
  quotas: Pick<Quotas, 'maxCredentials' | 'maxCredentialsPerIdentity'>,
): Promise<void> {
  // The stored count includes credentials that have just expired. They are subtracted only if the count is too high.
  if ((await countQuota(em, orgId, 'credentials')) >= quotas.maxCredentials)
    requireRoom('live credentials', await countLiveOfTenant(em, orgId), quotas.maxCredentials);
  const ofIdentity = await countLiveOfIdentity(em, orgId, identityId);
  requireRoom('live credentials of the identity', ofIdentity, quotas.maxCredentialsPerIdentity);
}
