import type { Pool } from 'pg';
import type { ArtifactRow } from './find-oidc-artifact.ts';

/** The engine's session with this uid: what a token that ends with its session asks for. */
export async function findOidcSession(
  pool: Pool,
  orgId: string,
  aliasHash: Buffer,
): Promise<ArtifactRow | undefined> {
  const { rows } = await pool.query<ArtifactRow>({
    name: 'find-oidc-session',
    text,
    values: [orgId, aliasHash],
  });
  return rows[0];
}

const text = `
select payload, sealed, id_hash as "idHash", null::float8 as "consumedSecondsAgo", null::float8 as "consumedAt"
  from oidc_artifacts
 where org_id = $1 and model = 'Session' and alias_hash = $2 and expires_at > now()`;
