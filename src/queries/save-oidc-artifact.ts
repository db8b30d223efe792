import type { Pool } from 'pg';

/** What names an artifact: its tenant, its kind, and the hash of the value that a client presents. */
export interface ArtifactKey {
  orgId: string;
  model: string;
  idHash: Buffer;
}

/** What is kept of one; either its text or what was sealed. */
export interface ArtifactContent {
  payload: string | null;
  sealed: Buffer | null;
  clientId: string | null;
  userId: string | null;
  grantId: string | null;
  /** The grant without which it is not kept: what was withdrawn meanwhile gives nothing any more. */
  underGrant: Buffer | null;
  loginId: string | null;
  aliasHash: Buffer | null;
  seconds: number;
}

/** Keeps an artifact, or what it has become. That it was consumed stays. @returns false when its grant has ended */
export async function saveOidcArtifact(
  pool: Pool,
  key: ArtifactKey,
  content: ArtifactContent,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'save-oidc-artifact',
    text,
    values: [
      key.orgId,
      key.model,
      key.idHash,
      content.payload,
      content.sealed,
      content.clientId,
      content.userId,
      content.grantId,
      content.loginId,
      content.aliasHash,
      content.seconds,
      content.underGrant,
    ],
  });
  return rowCount === 1;
}

const text = `
insert into oidc_artifacts (org_id, model, id_hash, payload, sealed, client_id, user_id, grant_id, login_id, alias_hash,
                            expires_at)
select $1, $2, $3::bytea, $4, $5::bytea, $6, $7, $8, $9, $10::bytea, now() + $11 * interval '1 second'
 where $12::bytea is null
    or exists (select from oidc_artifacts where org_id = $1 and model = 'Grant' and id_hash = $12 and expires_at > now())
on conflict (org_id, model, id_hash) do update
   set payload = excluded.payload, sealed = excluded.sealed, user_id = excluded.user_id, grant_id = excluded.grant_id,
       login_id = excluded.login_id, alias_hash = excluded.alias_hash, expires_at = excluded.expires_at`;
