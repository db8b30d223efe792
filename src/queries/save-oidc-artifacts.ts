import type { Pool } from 'pg';

/** What names an artifact: its tenant, its kind, and the hash of the value that a client presents. */
export interface ArtifactKey {
  orgId: string;
  model: string;
  idHash: Buffer;
}

/** What is kept of one; either its text or what was sealed. */
export interface Artifact extends ArtifactKey {
  payload: string | null;
  sealed: Buffer | null;
  clientId: string | null;
  userId: string | null;
  grantId: string | null;
  loginId: string | null;
  aliasHash: Buffer | null;
  seconds: number;
}

/**
 * Keeps artifacts, or what they have become, all or none of them. That one was consumed stays. No two may have one name.
 */
export async function saveOidcArtifacts(pool: Pool, artifacts: readonly Artifact[]): Promise<void> {
  await pool.query({
    name: 'save-oidc-artifacts',
    text,
    values: [
      artifacts.map(({ orgId }) => orgId),
      artifacts.map(({ model }) => model),
      artifacts.map(({ idHash }) => idHash),
      artifacts.map(({ payload }) => payload),
      artifacts.map(({ sealed }) => sealed),
      artifacts.map(({ clientId }) => clientId),
      artifacts.map(({ userId }) => userId),
      artifacts.map(({ grantId }) => grantId),
      artifacts.map(({ loginId }) => loginId),
      artifacts.map(({ aliasHash }) => aliasHash),
      artifacts.map(({ seconds }) => seconds),
    ],
  });
}

const text = `
insert into oidc_artifacts (org_id, model, id_hash, payload, sealed, client_id, user_id, grant_id, login_id, alias_hash,
                            expires_at)
select org_id, model, id_hash, payload, sealed, client_id, user_id, grant_id, login_id, alias_hash,
       now() + seconds * interval '1 second'
  from unnest($1::text[], $2::text[], $3::bytea[], $4::text[], $5::bytea[], $6::text[], $7::text[], $8::text[], $9::text[],
              $10::bytea[], $11::int[])
       as given (org_id, model, id_hash, payload, sealed, client_id, user_id, grant_id, login_id, alias_hash, seconds)
on conflict (org_id, model, id_hash) do update
   set payload = excluded.payload, sealed = excluded.sealed, user_id = excluded.user_id, grant_id = excluded.grant_id,
       login_id = excluded.login_id, alias_hash = excluded.alias_hash, expires_at = excluded.expires_at`;
