import { inTransaction } from '../platform/tenancy.ts';
import { findTenant } from '../platform/sql/tenants.ts';
import type { TenantTasks } from '../platform/queue.ts';
import { refreshBySchedule } from '../saml/refreshing.ts';
import type { TaskParts } from './task-parts.ts';

/** Reads the metadata of one service provider again. */
export async function refreshMetadata(
  { database, outgoing }: TaskParts,
  { orgId, serviceProviderId }: TenantTasks['refresh-metadata'],
): Promise<void> {
  const tenant = await findTenant(database.pool, orgId);
  if (!tenant) return;
  await inTransaction(database.orm, tenant, (tx) => refreshBySchedule(tx, serviceProviderId, outgoing));
}
