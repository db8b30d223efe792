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
  /** That it is given by the word of the person: what was withdrawn meanwhile gives nothing any more. */
  consented: boolean;
  loginId: string | null;
  aliasHash: Buffer | null;
  seconds: number;
}

/** Keeps an artifact, or what it has become. That it was consumed stays. @returns false when the person has withdrawn it */
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
      content.consented,
    ],
  });
  return rowCount === 1;
}

const text = `
insert into oidc_artifacts (org_id, model, id_hash, payload, sealed, client_id, user_id, grant_id, login_id, alias_hash,
                            expires_at)
select $1, $2, $3::bytea, $4, $5::bytea, $6, $7, $8, $9, $10::bytea, now() + $11 * interval '1 second'
 where not $12::boolean
    or exists (select from oidc_consents where org_id = $1 and user_id = $7 and client_id = $6)
on conflict (org_id, model, id_hash) do update
   set payload = excluded.payload, sealed = excluded.sealed, user_id = excluded.user_id, grant_id = excluded.grant_id,
       login_id = excluded.login_id, alias_hash = excluded.alias_hash, expires_at = excluded.expires_at`;
