import type { Pool } from 'pg';

/** Which version the OpenID Connect provider of a tenant is; undefined when there is no such tenant. */
export async function oidcVersion(pool: Pool, orgId: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ version: number }>({ name: 'oidc-version', text, values: [orgId] });
  return rows[0]?.version;
}

const text = 'select oidc_version::float8 as version from tenants where id = $1';
