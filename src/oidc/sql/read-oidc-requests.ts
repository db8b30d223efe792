import type { Pool } from 'pg';
import type { Tenant } from '../../platform/tenancy.ts';
import { parseJson } from '../../lib/json.ts';
import { named, numbered, sql, type Sql } from '../../lib/sql.ts';
import { withoutIndex } from '../../platform/sql/no-index.ts';
import { consumption } from './oidc-artifacts.ts';
import { type OidcClientRow, selectOidcClient } from './oidc-clients.ts';
import { liveSessionOf } from './oidc-sessions.ts';
import { selectOidcSubject, type SubjectRow } from './oidc-subjects.ts';

/** The models that a request can name: a token, a code, or the interaction that it goes on with. */
export const namedModels = [
  'AccessToken',
  'ClientCredentials',
  'RefreshToken',
  'AuthorizationCode',
  'Interaction',
] as const;

type NamedModel = (typeof namedModels)[number];

/** The tenant, the client and the token that a request names, all unverified. */
export interface OidcRequest {
  orgId: string;
  clientId: string | null;
  /** The hash of what the request presents. */
  tokenHash: Buffer | null;
}

/** The row that Postgres returns for a request. Texts are JSON; the functions below parse them on demand. */
export interface OidcRequestRow {
  /** The version of the tenant's provider. */
  version: number;
  /** access_version of the tenant. */
  accessVersion: number;
  /** The version of the policies that judge machines; 0 if there are none. */
  policiesVersion: number;
  environment: Tenant['environment'];
  /** Whether the organization is suspended or closed. */
  isSuspended: boolean;
  now: Date;
  /** The kind of the token; null, and with it what follows, where there is no such token or it has expired. */
  model: NamedModel | null;
  /** Null if it is sealed. */
  payload: string | null;
  sealed: Buffer | null;
  idHash: Buffer;
  consumedSecondsAgo: number | null;
  consumedAt: number | null;
  /** The grant that it was issued under. */
  grantId: string | null;
  /** Null where the grant has ended. */
  grantPayload: string | null;
  /** The user of the token, and null for a user who may not act now. */
  userId: string | null;
  subject: string | null;
  /** The session that it ends with, as far as can be seen without reading the payload. */
  sessionUid: string | null;
  /** Null where the session has ended. */
  sessionSealed: Buffer | null;
  /** The hash that the session is sealed for. */
  sessionHash: Buffer | null;
  /** The client of the token. */
  tokenClientId: string | null;
  tokenClient: string | null;
  /** The client that asks; null where the token's is the one. */
  client: string | null;
}

/**
 * Reads what requests of the OpenID Connect provider need, by one statement for all of them: the version of the provider,
 * the client, the token with its client, grant, person and session. @returns in their order; undefined for no such tenant
 */
export async function readOidcRequests(
  pool: Pool,
  requests: readonly OidcRequest[],
): Promise<(OidcRequestRow | undefined)[]> {
  const statement = named('read-oidc-requests', select(requests));
  const { rows } = await pool.query<OidcRequestRow & { at: number }>(numbered(statement));
  const byPlace = new Map(rows.map((row) => [row.at, row]));
  return requests.map((_request, at) => byPlace.get(at));
}

const read = (text: string): unknown => parseJson(Buffer.from(text));
const bytes = (text: string): Buffer => Buffer.from(text.slice(String.raw`\x`.length), 'hex');

/** A client as {@link OidcRequestRow} has it. */
export function oidcClientOf(text: string): OidcClientRow {
  const row = read(text) as Omit<OidcClientRow, 'secretHashes' | 'updatedAt'> & {
    secretHashes: string[];
    updatedAt: string;
  };
  return { ...row, secretHashes: row.secretHashes.map(bytes), updatedAt: new Date(row.updatedAt) };
}

/** A person as {@link OidcRequestRow} has them. */
export function oidcSubjectOf(text: string): SubjectRow {
  const row = read(text) as Omit<SubjectRow, 'updatedAt'> & { updatedAt: string };
  return { ...row, updatedAt: new Date(row.updatedAt) };
}

/** The columns of every request: `t` is its tenant. */
export const tenantColumns = sql`t.oidc_version::float8 as version, t.access_version::float8 as "accessVersion",
       t.policies_version::float8 as "policiesVersion", t.environment, t.suspended_at is not null as "isSuspended", now() as now,
       token.model, token.payload, token.sealed, token.id_hash as "idHash", token."consumedSecondsAgo", token."consumedAt",
       token.grant_id as "grantId", granted.payload as "grantPayload",
       token.client_id as "tokenClientId", owner.json as "tokenClient", client.json as client`;

const notExpired = withoutIndex(sql`a.expires_at > now()`);

/**
 * Joins the token that a request `asked` names, with its grant and its client, and the client that asks. lateral and limit keep it a
 * look-up for each, as in credentials/sql/presented-secrets.ts.
 */
export const joinNamed = sql`
  left join lateral (
    select a.model, a.payload, a.sealed, a.id_hash, a.grant_id, a.user_id, a.client_id,
           ${consumption},
           -- a guess: an escaped NUL among the claims of one request would fail every reader of JSON, for all
           case when a.payload like '%"expiresWithSession":true%'
                then substring(a.payload from '"sessionUid":"([^"]+)"') end as session_uid
      from oidc_artifacts a
     where a.org_id = asked.org_id and a.model in (${sql.raw(namedModels.map((one) => `'${one}'`).join(', '))})
       and a.id_hash = asked.token_hash and ${notExpired} limit 1) token on true
  left join lateral (
    select a.payload from oidc_artifacts a
     where a.org_id = asked.org_id and a.model = 'Grant' and a.id_hash = sha256(convert_to(token.grant_id, 'UTF8'))
       and ${notExpired} limit 1) granted on true
  left join lateral (
    select row_to_json(found)::text as json
      from (${selectOidcClient} where c.org_id = asked.org_id and c.id = token.client_id limit 1) found) owner on true
  left join lateral (
    select row_to_json(found)::text as json
      from (${selectOidcClient} where c.org_id = asked.org_id and c.id = asked.client_id
               and c.id is distinct from token.client_id limit 1) found) client on true`;

/** Joins a user who may act. @param userId an expression */
export const joinPerson = (userId: Sql): Sql => sql`
  left join lateral (
    select row_to_json(found)::text as json
      from (${selectOidcSubject} and u.org_id = asked.org_id and u.id = ${userId} limit 1) found) person on true`;

const liveSession = liveSessionOf(sql`asked.org_id`);
const personOfToken = joinPerson(sql`token.user_id`);

const select = (requests: readonly OidcRequest[]): Sql => sql`
select (asked.ordinal - 1)::int as at, ${tenantColumns},
       token.user_id as "userId", person.json as subject,
       token.session_uid as "sessionUid", session.sealed as "sessionSealed", session.id_hash as "sessionHash"
  from unnest(${requests.map(({ orgId }) => orgId)}::text[],
              ${requests.map(({ clientId }) => clientId)}::text[],
              ${requests.map(({ tokenHash }) => tokenHash)}::bytea[]) with ordinality as asked (org_id, client_id, token_hash, ordinal)
  join tenants t on t.id = asked.org_id ${joinNamed}
  left join lateral (
    select s.sealed, s.id_hash
      from oidc_artifacts s
     where s.alias_hash = sha256(convert_to(token.session_uid, 'UTF8')) and ${liveSession}
     limit 1) session on true ${personOfToken}`;
