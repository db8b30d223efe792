import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { named, numbered, type Shared, shared, sql, type Sql } from '../../lib/sql.ts';
import { withoutIndex } from '../../platform/sql/no-index.ts';

/** The key of an artifact: its tenant, its kind, and the hash of the value that a client presents. */
export interface ArtifactKey {
  orgId: string;
  model: string;
  idHash: Buffer;
}

/** @param id the value that a client presents */
export const keyOf = (orgId: string, model: string, id: string): ArtifactKey => ({
  orgId,
  model,
  idHash: hash('sha256', id, 'buffer'),
});

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
  const { rows } = await pool.query<ArtifactKey>(numbered(named('save-oidc-artifacts', save(artifacts))));
  const kept = new Set(rows.map(nameOf));
  return artifacts.map((artifact) => kept.has(nameOf(artifact)));
}

const nameOf = ({ orgId, model, idHash }: ArtifactKey): string =>
  [orgId, model, idHash.toString('hex')].join(' ');

// A withdrawal of the consent waits for this statement, and then ends what it stored. After a withdrawal, this statement
// finds no consent.
const saveIf = (condition: Sql, artifacts: readonly Artifact[]): Sql => sql`
insert into oidc_artifacts (org_id, model, id_hash, payload, sealed, client_id, user_id, grant_id, login_id, alias_hash,
                            connection_id, expires_at)
select org_id, model, id_hash, payload, sealed, client_id, user_id, grant_id, login_id, alias_hash, connection_id,
       now() + seconds * interval '1 second'
  from unnest(${artifacts.map(({ orgId }) => orgId)}::text[],
              ${artifacts.map(({ model }) => model)}::text[],
              ${artifacts.map(({ idHash }) => idHash)}::bytea[],
              ${artifacts.map(({ payload }) => payload)}::text[],
              ${artifacts.map(({ sealed }) => sealed)}::bytea[],
              ${artifacts.map(({ clientId }) => clientId)}::text[],
              ${artifacts.map(({ userId }) => userId)}::text[],
              ${artifacts.map(({ grantId }) => grantId)}::text[],
              ${artifacts.map(({ loginId }) => loginId)}::text[],
              ${artifacts.map(({ aliasHash }) => aliasHash)}::bytea[],
              ${artifacts.map(({ seconds }) => seconds)}::int[],
              ${artifacts.map(({ consented }) => consented)}::boolean[],
              ${artifacts.map(({ connectionId }) => connectionId)}::text[])
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

const save = (artifacts: readonly Artifact[]): Sql => sql`${saveIf(sql`true`, artifacts)}
returning org_id as "orgId", model, id_hash as "idHash"`;

/** An artifact that has not expired by Postgres's clock. It is sealed for its `idHash`. */
export interface ArtifactRow extends Pick<Artifact, 'payload' | 'sealed' | 'idHash'> {
  /** Null for what was not consumed. */
  consumedSecondsAgo: number | null;
  consumedAt: number | null;
}

export async function findOidcArtifact(pool: Pool, key: ArtifactKey): Promise<ArtifactRow | undefined> {
  const { rows } = await pool.query<ArtifactRow>(numbered(named('find-oidc-artifact', find(key))));
  return rows[0];
}

/** When an artifact was used, by Postgres's clock. */
export const consumption = sql`extract(epoch from now() - consumed_at)::float8 as "consumedSecondsAgo",
       floor(extract(epoch from consumed_at))::float8 as "consumedAt"`;

/** The condition of a key. */
const isKey = ({ orgId, model, idHash }: ArtifactKey): Sql =>
  sql`org_id = ${orgId} and model = ${model} and id_hash = ${idHash}`;

const notExpired = withoutIndex(sql`expires_at > now()`);

const find = (key: ArtifactKey): Sql => sql`
select payload, sealed, id_hash as "idHash",
       ${consumption}
  from oidc_artifacts
 where ${isKey(key)} and ${notExpired}`;

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
  const { rowCount } = await pool.query(
    numbered(named('remember-oidc-proof', remember(key, payload, seconds))),
  );
  return rowCount === 1;
}

const remember = ({ orgId, model, idHash }: ArtifactKey, payload: string, seconds: number): Sql => sql`
insert into oidc_artifacts as a (org_id, model, id_hash, payload, expires_at)
values (${orgId}, ${model}, ${idHash}, ${payload}, now() + ${seconds} * interval '1 second')
on conflict (org_id, model, id_hash) do update set expires_at = excluded.expires_at
 where a.expires_at < now()`;

/**
 * Consumes an artifact that can be used once. If requests are parallel, one succeeds.
 * @returns whether it could be used
 */
export async function consumeOidcArtifact(pool: Pool, key: ArtifactKey): Promise<boolean> {
  const { rowCount } = await pool.query(numbered(named('consume-oidc-artifact', consumed(key))));
  return rowCount === 1;
}

const consumed = (key: ArtifactKey, more = sql.empty): Sql => sql`
update oidc_artifacts set consumed_at = now()${more}
 where ${isKey(key)} and ${notExpired} and consumed_at is null`;

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
  const statement = supersede({ orgId: shared(orgId), model: shared(model), idHash, windowSeconds });
  const { rows } = await pool.query<{ successor: Buffer | null }>(
    numbered(named('supersede-oidc-successor', statement)),
  );
  return rows[0];
}

// Long ago, so that no window has it.
const superseded = sql`to_timestamp(1)`;

const supersede = ({
  orgId,
  model,
  idHash,
  windowSeconds,
}: {
  orgId: Shared;
  model: Shared;
  idHash: Buffer;
  windowSeconds: number;
}): Sql => sql`
with used as (
  select successor_hash from oidc_artifacts
   where org_id = ${orgId} and model = ${model} and id_hash = ${idHash} and ${notExpired}
     and consumed_at > now() - ${windowSeconds}::int * interval '1 second'
), ended as (
  update oidc_artifacts a set consumed_at = ${superseded} from used
   where a.org_id = ${orgId} and a.model = ${model} and a.id_hash = used.successor_hash
     and (a.consumed_at is null or a.consumed_at = ${superseded})
  returning a.id_hash
)
select successor_hash as successor from used
 where successor_hash is null or exists (select from ended)`;

export async function deleteOidcArtifact(pool: Pool, key: ArtifactKey): Promise<void> {
  await pool.query(numbered(named('delete-oidc-artifact', remove(key))));
}

const remove = (key: ArtifactKey): Sql => sql`delete from oidc_artifacts where ${isKey(key)}`;

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
  const statement = numbered(replacementOf(ended, artifacts));
  const { rows } = await pool.query<{ isEnded: boolean; saved: number }>(statement);
  return rows[0] ?? { isEnded: false, saved: 0 };
}

function replacementOf(ended: Ended, artifacts: readonly Artifact[]): Sql {
  const { key, kind } = ended;
  if (kind === 'deleted')
    return named('delete-and-save-oidc', replacing(remove(key), saveIf(sql`true`, artifacts)));
  const saved = saveIf(sql`exists (select from ended)`, artifacts);
  return kind === 'consumed'
    ? named('consume-and-save-oidc', replacing(consumedFor(key, ended.successor), saved))
    : named('repeat-and-save-oidc', replacing(repeated(ended), saved));
}

const replacing = (end: Sql, saved: Sql): Sql => sql`
with ended as (${end} returning id_hash),
     saved as (${saved} returning id_hash)
select exists (select from ended) as "isEnded", (select count(*)::int from saved) as saved`;

// If two statements consume the same row, the second one waits for the first one. Then it finds no row, and stores nothing.
const consumedFor = (key: ArtifactKey, successor: Buffer | null): Sql =>
  consumed(key, sql`, successor_hash = ${successor}::bytea`);

const repeated = ({
  key,
  successor,
  windowSeconds,
  before,
}: Extract<Ended, { kind: 'repeated' }>): Sql => sql`
update oidc_artifacts set successor_hash = ${successor}::bytea
 where ${isKey(key)} and ${notExpired}
   and consumed_at > now() - ${windowSeconds}::int * interval '1 second' and successor_hash is not distinct from ${before}::bytea`;
