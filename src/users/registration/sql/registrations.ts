import { sql, type Sql } from '../../../lib/sql.ts';
import type { TenantLock } from '../../../platform/sql/tenants.ts';
import type { Tx } from '../../../platform/tx.ts';

/** The accounts that people created themselves in the last 24 hours. Their links are kept for longer than that. */
export async function countRegistrations(tx: Tx, { orgId }: TenantLock): Promise<number> {
  const row = await tx.row<{ count: number }>(count(orgId));
  return row?.count ?? 0;
}

const count = (orgId: string): Sql => sql`
select count(*)::int as count from mailed_links
 where org_id = ${orgId} and purpose = 'CREATE_ACCOUNT' and used_at > now() - interval '1 day'`;
