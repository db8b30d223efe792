import { type Quotas, requireRoom } from '../platform/quotas.ts';
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
  await requireRoom(lock, 'identities', ({ orgId }) => countQuota(tx, orgId, 'identities'), maxIdentities);
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
  if ((await countQuota(tx, orgId, 'credentials')) >= quotas.maxCredentials)
    await requireRoom(lock, 'live credentials', (held) => countLiveOfTenant(tx, held), quotas.maxCredentials);
  await requireRoom(
    lock,
    'live credentials of the identity',
    () => countLiveOfIdentity(tx, identity),
    quotas.maxCredentialsPerIdentity,
  );
}
