import type { Pool } from 'pg';
import type { Tenant } from '../../platform/tenancy.ts';

/** The tenants whose keys have to be looked at: one waits no longer, needs a successor, or goes. */
export async function tenantsWithDueKeys(pool: Pool): Promise<Tenant[]> {
  const { rows } = await pool.query<Tenant>(text);
  return rows;
}

const text = `
select id as "orgId", environment from tenants
 where id in (select org_id from signing_keys where due_at <= now()) order by id`;
