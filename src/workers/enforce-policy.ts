import { inTransaction } from '../platform/tenancy.ts';
import { enforceOnCredential } from '../policies/resources/acting.ts';
import { findTenant } from '../platform/sql/tenants.ts';
import type { TenantTasks } from '../platform/queue.ts';
import type { TaskParts } from './task-parts.ts';

/** Suspends or revokes a credential for a policy that it has violated. A repeated call is not an error. */
export async function enforcePolicy(
  { database }: TaskParts,
  { orgId, ...violation }: TenantTasks['enforce-policy'],
): Promise<void> {
  const tenant = await findTenant(database.pool, orgId);
  if (tenant) await inTransaction(database.orm, tenant, (tx) => enforceOnCredential(tx, violation));
}
