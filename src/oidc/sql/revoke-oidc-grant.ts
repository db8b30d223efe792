import type { Pool } from 'pg';
import { deleteOidcArtifacts } from './delete-oidc-artifacts.ts';

/** Ends a grant and everything that was issued under it. */
export async function revokeOidcGrant(pool: Pool, orgId: string, grantId: string): Promise<void> {
  await pool.query({ name: 'revoke-oidc-grant', text, values: [orgId, grantId] });
}

const text = deleteOidcArtifacts('a.org_id = $1 and a.grant_id = $2');
