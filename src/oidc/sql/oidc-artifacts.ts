import type { Pool } from 'pg';
import { withoutIndex } from '../../platform/sql/no-index.ts';

/** What names an artifact: its tenant, its kind, and the hash of the value that a client presents. */
export interface ArtifactKey {
  orgId: string;
  model: string;
  idHash: Buffer;
}

/** The stored content of an artifact: either its text, or the sealed text. */
export interface Artifact extends ArtifactKey {
  payload: string | null;
  sealed: Buffer | null;
  clientId: string | null;
  userId: string | null;
  grantId: string | null;
  /** Whether the consent of the user gives it. If the user has withdrawn the consent, it is not stored. */
  consented: boolean;
  loginId: string | null;
  /** The connection that the user signed in by; only grants have one. */
  connectionId: string | null;
  aliasHash: Buffer | null;
  seconds: number;
}

/** Stores one artifact as {@link saveOidcArtifacts} does. */
export async function saveOidcArtifact(pool: Pool, artifact: Artifact): Promise<boolean> {
  const [isSaved = false] = await saveOidcArtifacts(pool, [artifact]);
  return isSaved;
}

/**
 * Stores new and changed artifacts in one statement, except those whose consent the user has withdrawn. Whether an artifact
 * was consumed stays as it was. No two may have the same key. @returns in their order which were stored
 */
export async function saveOidcArtifacts(pool: Pool, artifacts: readonly Artifact[]): Promise<boolean[]> {
  const values = columnsOf(artifacts);
  const { rows } = await pool.query<ArtifactKey>({ name: 'save-oidc-artifacts', text: save, values });
  const kept = new Set(rows.map(nameOf));
  return artifacts.map((artifact) => kept.has(nameOf(artifact)));
}

const columnsOf = (artifacts: readonly Artifact[]): unknown[] => [
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
  artifacts.map(({ connectionId }) => connectionId),
];

const nameOf = ({ orgId, model, idHash }: ArtifactKey): string =>
  [orgId, model, idHash.toString('hex')].join(' ');

// A withdrawal of the consent waits for this statement, and then ends what it stored. After a withdrawal, this statement
// finds no consent.
const saveIf = (condition: string): string => `
insert into oidc_artifacts (org_id, model, id_hash, payload, sealed, client_id, user_id, grant_id, login_id, alias_hash,
                            connection_id, expires_at)
select org_id, model, id_hash, payload, sealed, client_id, user_id, grant_id, login_id, alias_hash, connection_id,
       now() + seconds * interval '1 second'
  from unnest($1::text[], $2::text[], $3::bytea[], $4::text[], $5::bytea[], $6::text[], $7::text[], $8::text[], $9::text[],
              $10::bytea[], $11::int[], $12::boolean[], $13::text[])
       as given (org_id, model, id_hash, payload, sealed, client_id, user_id, grant_id, login_id, alias_hash, seconds,
                 consented, connection_id)
 where ${condition}
   and (not consented
        or exists (select from oidc_consents c
                    where c.org_id = given.org_id and c.user_id = given.user_id and c.client_id = given.client_id
                      for key share))
on conflict (org_id, model, id_hash) do update
   set payload = excluded.payload, sealed = excluded.sealed, user_id = excluded.user_id, grant_id = excluded.grant_id,
       login_id = excluded.login_id, alias_hash = excluded.alias_hash, expires_at = excluded.expires_at`;

const save = `${saveIf('true')}
returning org_id as "orgId", model, id_hash as "idHash"`;

/** An artifact that has not expired by Postgres's clock. It is sealed for its `idHash`. */
export interface ArtifactRow extends Pick<Artifact, 'payload' | 'sealed' | 'idHash'> {
  /** Null for what was not consumed. */
  consumedSecondsAgo: number | null;
  consumedAt: number | null;
}

export async function findOidcArtifact(pool: Pool, key: ArtifactKey): Promise<ArtifactRow | undefined> {
  const { rows } = await pool.query<ArtifactRow>({
    name: 'find-oidc-artifact',
    text: find,
    values: [key.orgId, key.model, key.idHash],
  });
  return rows[0];
}

/** When an artifact was used, by Postgres's clock. */
export const consumption = `extract(epoch from now() - consumed_at)::float8 as "consumedSecondsAgo",
       floor(extract(epoch from consumed_at))::float8 as "consumedAt"`;

const find = `
select payload, sealed, id_hash as "idHash",
       ${consumption}
  from oidc_artifacts
 where org_id = $1 and model = $2 and id_hash = $3 and ${withoutIndex('expires_at > now()')}`;

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
    text: remember,
    values: [key.orgId, key.model, key.idHash, payload, seconds],
  });
  return rowCount === 1;
}

const remember = `
insert into oidc_artifacts as a (org_id, model, id_hash, payload, expires_at)
values ($1, $2, $3, $4, now() + $5 * interval '1 second')
on conflict (org_id, model, id_hash) do update set expires_at = excluded.expires_at
 where a.expires_at < now()`;

/**
 * Consumes an artifact that can be used once. If requests are parallel, one succeeds.
 * @returns whether it could be used
 */
export async function consumeOidcArtifact(pool: Pool, key: ArtifactKey): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'consume-oidc-artifact',
    text: consume,
    values: [key.orgId, key.model, key.idHash],
  });
  return rowCount === 1;
}

const consumed = (key: string, more = ''): string => `
update oidc_artifacts set consumed_at = now()${more}
 where ${key} and ${withoutIndex('expires_at > now()')} and consumed_at is null`;

const consume = consumed('org_id = $1 and model = $2 and id_hash = $3');

/**
 * Ends the successor of a refresh token that was used within the window, if the successor is unused. The successor then
 * counts as a token that was used long ago. It changes one row, so it cannot deadlock with a statement that ends a family.
 * @returns the successor, which is null if none was stored; undefined if the refresh token may not be used again
 */
export async function supersedeSuccessor(
  pool: Pool,
  { orgId, model, idHash }: ArtifactKey,
  windowSeconds: number,
): Promise<{ successor: Buffer | null } | undefined> {
  const { rows } = await pool.query<{ successor: Buffer | null }>({
    name: 'supersede-oidc-successor',
    text: supersede,
    values: [orgId, model, idHash, windowSeconds],
  });
  return rows[0];
}

// Long ago, so that no window has it.
const superseded = 'to_timestamp(1)';

const supersede = `
with used as (
  select successor_hash from oidc_artifacts
   where org_id = $1 and model = $2 and id_hash = $3 and ${withoutIndex('expires_at > now()')}
     and consumed_at > now() - $4::int * interval '1 second'
), ended as (
  update oidc_artifacts a set consumed_at = ${superseded} from used
   where a.org_id = $1 and a.model = $2 and a.id_hash = used.successor_hash
     and (a.consumed_at is null or a.consumed_at = ${superseded})
  returning a.id_hash
)
select successor_hash as successor from used
 where successor_hash is null or exists (select from ended)`;

export async function deleteOidcArtifact(pool: Pool, key: ArtifactKey): Promise<void> {
  await pool.query({
    name: 'delete-oidc-artifact',
    text: remove,
    values: [key.orgId, key.model, key.idHash],
  });
}

const remove = 'delete from oidc_artifacts where org_id = $1 and model = $2 and id_hash = $3';

/** The end of an artifact in favour of others: it is consumed or deleted. */
export type Ended = { key: ArtifactKey } & (
  | { kind: 'deleted' }
  /** `successor` is the refresh token that is stored for a consumed one. */
  | { kind: 'consumed'; successor: Buffer | null }
  /** A refresh token is used again: `successor` takes the place of `before`, unless another request was first. */
  | { kind: 'repeated'; windowSeconds: number; before: Buffer | null; successor: Buffer | null }
);

/**
 * Ends one artifact and stores others by one statement. If an artifact cannot be consumed, as {@link consumeOidcArtifact} says, nothing
 * is stored. @returns whether it was consumed or was there, and how many were stored
 */
export async function replaceOidcArtifact(
  pool: Pool,
  ended: Ended,
  artifacts: readonly Artifact[],
): Promise<{ isEnded: boolean; saved: number }> {
  const { orgId, model, idHash } = ended.key;
  const place = [...columnsOf(artifacts), orgId, model, idHash];
  const { rows } = await pool.query<{ isEnded: boolean; saved: number }>(statementOf(ended, place));
  return rows[0] ?? { isEnded: false, saved: 0 };
}

function statementOf(ended: Ended, place: unknown[]): { name: string; text: string; values: unknown[] } {
  if (ended.kind === 'deleted') return { name: 'delete-and-save-oidc', text: deleteAndSave, values: place };
  const values = [...place, ended.successor];
  if (ended.kind === 'consumed') return { name: 'consume-and-save-oidc', text: consumeAndSave, values };
  const { windowSeconds, before } = ended;
  return { name: 'repeat-and-save-oidc', text: repeatAndSave, values: [...values, windowSeconds, before] };
}

const replacing = (end: string, condition: string): string => `
with ended as (${end} returning id_hash),
     saved as (${saveIf(condition)} returning id_hash)
select exists (select from ended) as "isEnded", (select count(*)::int from saved) as saved`;

const endedKey = 'org_id = $14 and model = $15 and id_hash = $16';

// If two statements consume the same row, the second one waits for the first one. Then it finds no row, and stores nothing.
const consumeAndSave = replacing(
  consumed(endedKey, ', successor_hash = $17::bytea'),
  'exists (select from ended)',
);

const repeatAndSave = replacing(
  `update oidc_artifacts set successor_hash = $17::bytea
    where ${endedKey} and ${withoutIndex('expires_at > now()')}
      and consumed_at > now() - $18::int * interval '1 second' and successor_hash is not distinct from $19::bytea`,
  'exists (select from ended)',
);

const deleteAndSave = replacing(`delete from oidc_artifacts where ${endedKey}`, 'true');
