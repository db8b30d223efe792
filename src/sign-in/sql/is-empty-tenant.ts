import { sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';

/**
 * Whether a tenant is unused: it has no other user, and only the credentials that the first start has made. Those have no creator.
 */
export async function isEmptyTenant(tx: Tx, orgId: string, userId: string): Promise<boolean> {
  const row = await tx.row<{ isEmpty: boolean }>(sql`
select not exists (select from users u where u.org_id = ${orgId} and u.id <> ${userId})
   and not exists (select from credentials c where c.org_id = ${orgId} and c.created_by is not null) as "isEmpty"`);
  return row?.isEmpty === true;
}
