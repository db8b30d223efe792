import { eraseActorAudit } from '../users/directory/sql/erase-user.ts';
import { findTenant } from '../platform/sql/tenants.ts';
import { inTransaction } from '../platform/tenancy.ts';
import type { TenantTasks } from '../platform/queue.ts';
import type { TaskParts } from './task-parts.ts';

/** Erases a deleted user from the rows of changes that the user made in one tenant, some rows in each transaction. */
export async function eraseActions(
  { database }: Pick<TaskParts, 'database'>,
  { orgId, userId }: TenantTasks['erase-actions'],
): Promise<void> {
  const tenant = await findTenant(database.pool, orgId);
  if (!tenant) return;
  const eraseSome = (before?: string) =>
    inTransaction(database.orm, tenant, (tx) => eraseActorAudit(tx, orgId, userId, before));
  for (let end = await eraseSome(); end !== undefined; ) end = await eraseSome(end);
}
