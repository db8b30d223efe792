import type { Pool } from 'pg';
import type { Tenant } from '../../platform/tenancy.ts';

/** Whose a wrap token is; it comes without a key, so nobody has named the tenant. */
export async function findWrappedSecret(pool: Pool, tokenHash: Buffer): Promise<Tenant | undefined> {
  const { rows } = await pool.query<Tenant>({ name: 'find-wrapped-secret', text, values: [tokenHash] });
  return rows[0];
}

const text = `
select t.id as "orgId", t.environment from wrapped_secrets w join tenants t on t.id = w.org_id where w.token_hash = $1`;
