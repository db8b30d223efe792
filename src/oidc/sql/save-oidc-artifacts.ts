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
  /** That it is given by the word of the person: what was withdrawn meanwhile gives nothing any more. */
  consented: boolean;
  loginId: string | null;
  aliasHash: Buffer | null;
  seconds: number;
}

/** As {@link saveOidcArtifacts}, of one. */
export async function saveOidcArtifact(pool: Pool, artifact: Artifact): Promise<boolean> {
  const [isSaved = false] = await saveOidcArtifacts(pool, [artifact]);
  return isSaved;
}

/**
 * Keeps artifacts, or what they have become, all or none of them but those of which the person has withdrawn the consent.
 * That one was consumed stays. No two may have one name. @returns in their order which were kept
 */
export async function saveOidcArtifacts(pool: Pool, artifacts: readonly Artifact[]): Promise<boolean[]> {
  const { rows } = await pool.query<ArtifactKey>({
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
      artifacts.map(({ consented }) => consented),
    ],
  });
  const kept = new Set(rows.map(nameOf));
  return artifacts.map((artifact) => kept.has(nameOf(artifact)));
}

const nameOf = ({ orgId, model, idHash }: ArtifactKey): string =>
  [orgId, model, idHash.toString('hex')].join(' ');

// Whoever withdraws waits for what is being kept, and so ends it too; what comes later finds nothing.
const text = `
insert into oidc_artifacts (org_id, model, id_hash, payload, sealed, client_id, user_id, grant_id, login_id, alias_hash,
                            expires_at)
select org_id, model, id_hash, payload, sealed, client_id, user_id, grant_id, login_id, alias_hash,
       now() + seconds * interval '1 second'
  from unnest($1::text[], $2::text[], $3::bytea[], $4::text[], $5::bytea[], $6::text[], $7::text[], $8::text[], $9::text[],
              $10::bytea[], $11::int[], $12::boolean[])
       as given (org_id, model, id_hash, payload, sealed, client_id, user_id, grant_id, login_id, alias_hash, seconds,
                 consented)
 where not consented
    or exists (select from oidc_consents c
                where c.org_id = given.org_id and c.user_id = given.user_id and c.client_id = given.client_id
                  for key share)
on conflict (org_id, model, id_hash) do update
   set payload = excluded.payload, sealed = excluded.sealed, user_id = excluded.user_id, grant_id = excluded.grant_id,
       login_id = excluded.login_id, alias_hash = excluded.alias_hash, expires_at = excluded.expires_at
returning org_id as "orgId", model, id_hash as "idHash"`;
