import type { Pool } from 'pg';
import { liveLogin } from './find-login.ts';
import type { ArtifactRow } from './find-oidc-artifact.ts';

/**
 * The engine's session with this uid: what a token that ends with its session asks for. There is none when the login that
 * it shows has ended, also where a request that had begun before wrote it once more.
 */
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
 where org_id = $1 and model = 'Session' and alias_hash = $2 and expires_at > now() and consumed_at is null
   and (login_id is null
        or exists (select from login_sessions l
                    where l.org_id = oidc_artifacts.org_id and l.id = oidc_artifacts.login_id and ${liveLogin}))`;
