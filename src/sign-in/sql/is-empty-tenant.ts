import { sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';

/**
 * Whether a tenant is unused: it has no other user, and its audit log has rows of the service and of this user only. Each key, client or
 * connection that a caller made has left a row.
 */
export async function isEmptyTenant(tx: Tx, orgId: string, userId: string): Promise<boolean> {
  const row = await tx.row<{ isEmpty: boolean }>(sql`
select not exists (select from users u where u.org_id = ${orgId} and u.id <> ${userId})
   and not exists (select from audit_logs a
                    where a.org_id = ${orgId} and a.actor_type <> 'SYSTEM' and a.actor_id is distinct from ${userId}) as "isEmpty"`);
  return row?.isEmpty === true;
}
