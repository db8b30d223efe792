import type { Pool } from 'pg';

/** Whether an active client of the tenant is called from scripts of this origin. */
export async function isAllowedOrigin(pool: Pool, orgId: string, origin: string): Promise<boolean> {
  const { rows } = await pool.query<{ allowed: boolean }>({
    name: 'is-allowed-origin',
    text,
    values: [orgId, origin],
  });
  return rows[0]?.allowed ?? false;
}

const text = `
select exists (select from oidc_clients
                where org_id = $1 and status = 'ACTIVE' and allowed_origins @> array[$2::text]) as allowed`;
