import type { Pool } from 'pg';

/** Ends a grant and everything that was issued under it. */
export async function revokeOidcGrant(pool: Pool, orgId: string, grantId: string): Promise<void> {
  await pool.query({ name: 'revoke-oidc-grant', text, values: [orgId, grantId] });
}

const text = 'delete from oidc_artifacts where org_id = $1 and grant_id = $2';
