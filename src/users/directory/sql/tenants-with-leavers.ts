import type { Pool } from 'pg';
import type { Tenant } from '../../../platform/tenancy.ts';

/** The tenants in which somebody's time is over. */
export async function tenantsWithLeavers(pool: Pool): Promise<Tenant[]> {
  const { rows } = await pool.query<Tenant>({ name: 'tenants-with-leavers', text });
  return rows;
}

const text = `
select t.id as "orgId", t.environment
  from tenants t
 where t.id in (select org_id from users where expires_at <= now() and status <> 'DEPROVISIONED')`;
