import type { Pool } from 'pg';
import { liveLogin } from '../../users/sessions/sql/find-login.ts';
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

/** Of sessions as `s`: those that hold. */
export const liveSession = `s.model = 'Session' and s.expires_at > now() and s.consumed_at is null
   and (s.login_id is null
        or exists (select from login_sessions l where l.org_id = s.org_id and l.id = s.login_id and ${liveLogin}))`;

const text = `
select payload, sealed, id_hash as "idHash", null::float8 as "consumedSecondsAgo", null::float8 as "consumedAt"
  from oidc_artifacts s
 where s.org_id = $1 and s.alias_hash = $2 and ${liveSession}`;
