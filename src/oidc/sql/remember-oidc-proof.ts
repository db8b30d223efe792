import type { Pool } from 'pg';
import type { ArtifactKey } from './save-oidc-artifacts.ts';

/**
 * Remembers that a signed assertion or a proof of possession was used. One whose time was over may be used again, whether
 * or not it was removed.
 * @returns false when it was used before
 */
export async function rememberOidcProof(
  pool: Pool,
  key: ArtifactKey,
  payload: string,
  seconds: number,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'remember-oidc-proof',
    text,
    values: [key.orgId, key.model, key.idHash, payload, seconds],
  });
  return rowCount === 1;
}

const text = `
insert into oidc_artifacts as a (org_id, model, id_hash, payload, expires_at)
values ($1, $2, $3, $4, now() + $5 * interval '1 second')
on conflict (org_id, model, id_hash) do update set expires_at = excluded.expires_at
 where a.expires_at < now()`;
