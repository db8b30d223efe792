import { checkDomain as check } from '../federation/domains/domain-proof.ts';
import { findTenant } from '../platform/sql/tenants.ts';
import type { TenantTasks } from '../platform/queue.ts';
import { inTransaction } from '../platform/tenancy.ts';
import type { TaskParts } from './task-parts.ts';

/** Looks up again the record that proves one domain. */
export async function checkDomain(
  { database, records }: TaskParts,
  { orgId, domain }: TenantTasks['check-domain'],
): Promise<void> {
  const tenant = await findTenant(database.pool, orgId);
  if (!tenant) return;
  await check(tenant, domain, {
    lookUp: records,
    inTenant: (of, work) => inTransaction(database.orm, of, work),
  });
}
