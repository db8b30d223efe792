import type { Pool } from 'pg';
import type { ArtifactKey } from './save-oidc-artifacts.ts';

/** An artifact that has not expired by Postgres's clock. */
export interface ArtifactRow {
  payload: string | null;
  sealed: Buffer | null;
  /** What it is sealed for. */
  idHash: Buffer;
  /** Null for what was not consumed. */
  consumedSecondsAgo: number | null;
  consumedAt: number | null;
}

export async function findOidcArtifact(pool: Pool, key: ArtifactKey): Promise<ArtifactRow | undefined> {
  const { rows } = await pool.query<ArtifactRow>({
    name: 'find-oidc-artifact',
    text,
    values: [key.orgId, key.model, key.idHash],
  });
  return rows[0];
}

/** When an artifact was used, by Postgres's clock. */
export const consumption = `extract(epoch from now() - consumed_at)::float8 as "consumedSecondsAgo",
       floor(extract(epoch from consumed_at))::float8 as "consumedAt"`;

const text = `
select payload, sealed, id_hash as "idHash",
       ${consumption}
  from oidc_artifacts
 where org_id = $1 and model = $2 and id_hash = $3 and expires_at > now()`;
