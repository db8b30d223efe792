import { checkConnection as check } from '../federation/connections/connection-tests.ts';
import { findTenant } from '../platform/sql/tenants.ts';
import type { TenantTasks } from '../platform/queue.ts';
import { inTransaction } from '../platform/tenancy.ts';
import type { TaskParts } from './task-parts.ts';

/** Checks one connection to an identity provider. */
export async function checkConnection(
  { database, outgoing, baseUrl }: TaskParts,
  { orgId, connectionId }: TenantTasks['check-connection'],
): Promise<void> {
  const tenant = await findTenant(database.pool, orgId);
  if (!tenant) return;
  await check(connectionId, {
    way: outgoing,
    baseUrl: baseUrl(),
    inTransaction: (work) => inTransaction(database.orm, tenant, work),
  });
}
