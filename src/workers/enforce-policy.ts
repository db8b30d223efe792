import { inTransaction } from '../database/tenancy.ts';
import { enforceOnCredential } from '../domain/policies/acting.ts';
import { findTenant } from '../queries/find-tenant.ts';
import type { TenantTasks } from '../queue.ts';
import type { TaskParts } from './index.ts';

/** Suspends or revokes a credential for a policy that it has violated; twice is no error. */
export async function enforcePolicy(
  { database }: TaskParts,
  { orgId, ...violation }: TenantTasks['enforce-policy'],
): Promise<void> {
  const tenant = await findTenant(database.pool, orgId);
  if (tenant) await inTransaction(database.orm, tenant, (em) => enforceOnCredential(em, violation));
}
