import type { Pool } from 'pg';
import type { TenantRow } from '../../credentials/sql/tenants-with-due-work.ts';

/** The tenant that a background task works for, or that a request without a key names. */
export async function findTenant(pool: Pool, orgId: string): Promise<TenantRow | undefined> {
  const { rows } = await pool.query<TenantRow>({ name: 'find-tenant', text, values: [orgId] });
  return rows[0];
}

const text = 'select id as "orgId", environment from tenants where id = $1';
