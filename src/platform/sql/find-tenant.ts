import type { Pool } from 'pg';
import type { Tenant } from '../tenancy.ts';

/** The tenant that a background task works for, or that a request without a key names. */
export async function findTenant(pool: Pool, orgId: string): Promise<Tenant | undefined> {
  const { rows } = await pool.query<Tenant>({ name: 'find-tenant', text, values: [orgId] });
  return rows[0];
}

const text = 'select id as "orgId", environment from tenants where id = $1';
