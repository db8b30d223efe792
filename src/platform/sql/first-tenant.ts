import type { Pool } from 'pg';
import type { Tenant } from '../tenancy.ts';

/** The live tenant of the organization that the first start made; undefined before it. */
export async function firstTenant(pool: Pool): Promise<(Tenant & { name: string }) | undefined> {
  const { rows } = await pool.query<Tenant & { name: string }>(text);
  return rows[0];
}

const text = `
select id as "orgId", environment, name from tenants where environment = 'live' order by created_at, id limit 1`;
