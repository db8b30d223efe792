import type { Pool } from 'pg';
import type { TenantRow } from '../../credentials/sql/tenants-with-due-work.ts';

/** The tenants whose keys have to be looked at: one waits no longer, needs a successor, or goes. */
export async function tenantsWithDueKeys(pool: Pool): Promise<TenantRow[]> {
  const { rows } = await pool.query<TenantRow>(text);
  return rows;
}

const text = `
select id as "orgId", environment from tenants
 where id in (select org_id from signing_keys where due_at <= now()) order by id`;
