import type { Pool } from 'pg';
import type { ArtifactKey } from './save-oidc-artifacts.ts';

export async function deleteOidcArtifact(pool: Pool, key: ArtifactKey): Promise<void> {
  await pool.query({
    name: 'delete-oidc-artifact',
    text,
    values: [key.orgId, key.model, key.idHash],
  });
}

const text = 'delete from oidc_artifacts where org_id = $1 and model = $2 and id_hash = $3';
