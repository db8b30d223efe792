import { limitOf, type Quotas, requireRoom } from '../platform/quotas.ts';
import type { Locked } from '../platform/locked.ts';
import type { Identity } from './entities/identity.ts';
import type { TenantLock } from '../platform/sql/tenants.ts';
import { countQuota } from '../platform/sql/counters.ts';
import type { Tx } from '../platform/tx.ts';
import { countLiveOfIdentity, countLiveOfTenant } from './sql/credentials.ts';

/** Requires room for one more identity. @throws {Failure} QUOTA_EXCEEDED */
export async function requireRoomForIdentity(
  tx: Tx,
  lock: TenantLock,
  { maxIdentities }: Pick<Quotas, 'maxIdentities'>,
): Promise<void> {
  const found = await countQuota(tx, lock.orgId, 'identities');
  await requireRoom(lock, 'identities', async () => found.count, limitOf(found, maxIdentities));
}

/** Requires room for one more live credential. @throws {Failure} QUOTA_EXCEEDED */
export async function requireRoomForCredential(
  tx: Tx,
  lock: TenantLock,
  identity: Locked<Identity>,
  quotas: Pick<Quotas, 'maxCredentials' | 'maxCredentialsPerIdentity'>,
): Promise<void> {
  // The stored count includes credentials that have just expired. They are subtracted only if the count is too high.
  const { orgId } = lock;
  const found = await countQuota(tx, orgId, 'credentials');
  const most = limitOf(found, quotas.maxCredentials);
  if (found.count >= most)
    await requireRoom(lock, 'live credentials', (held) => countLiveOfTenant(tx, held), most);
  await requireRoom(
    lock,
    'live credentials of the identity',
    () => countLiveOfIdentity(tx, identity),
    quotas.maxCredentialsPerIdentity,
  );
}
