import { endMoreConnectionLogins } from '../federation/connections/connection-logins.ts';
import { isActive } from '../federation/linking/sql/enforcement.ts';
import { findTenant } from '../platform/sql/tenants.ts';
import { inTransaction } from '../platform/tenancy.ts';
import type { TenantTasks } from '../platform/queue.ts';
import type { TaskParts } from './task-parts.ts';

/**
 * Ends the access that came by a connection, some in each transaction. If the connection is enabled again, the rest stays. If it is
 * deleted meanwhile, the rest ends as well.
 */
export async function endConnectionLogins(
  { database, endings }: Pick<TaskParts, 'database' | 'endings'>,
  { orgId, connectionId }: TenantTasks['end-connection-logins'],
): Promise<void> {
  const tenant = await findTenant(database.pool, orgId);
  if (!tenant) return;
  const endSome = () =>
    inTransaction(
      database.orm,
      tenant,
      async (tx) =>
        !(await isActive(tx, orgId, connectionId)) && endMoreConnectionLogins(tx, connectionId, endings),
    );
  while (await endSome());
}
