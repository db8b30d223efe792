import type { Pool } from 'pg';
import type { ArtifactKey } from './save-oidc-artifacts.ts';

/** Ends the grant of an artifact and everything that was issued under it, and the artifact itself. */
export async function revokeOidcFamily(pool: Pool, key: ArtifactKey): Promise<void> {
  await pool.query({
    name: 'revoke-oidc-family',
    text,
    values: [key.orgId, key.model, key.idHash],
  });
}

const text = `
with used as (
  select grant_id from oidc_artifacts where org_id = $1 and model = $2 and id_hash = $3
)
delete from oidc_artifacts a using used where a.org_id = $1 and a.grant_id = used.grant_id`;
