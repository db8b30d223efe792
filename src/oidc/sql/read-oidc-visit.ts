import type { Pool } from 'pg';
import { type FrontChannel, frontText } from '../../lib/front-channel.ts';
import { withoutIndex } from '../../platform/sql/no-index.ts';
import { foundLogin, loginColumns, type LoginRow } from '../../users/sessions/sql/logins.ts';
import {
  joinNamed,
  joinPerson,
  type OidcRequest,
  type OidcRequestRow,
  tenantColumns,
} from './read-oidc-requests.ts';

/** A request of a browser. */
export interface OidcVisit extends OidcRequest {
  /** The hash of our cookie. */
  browserHash: Buffer | null;
  /** The hash of the cookie of the engine. */
  engineHash: Buffer | null;
  front: FrontChannel;
}

/** As {@link OidcRequestRow}. The user is the one of the login. */
export interface OidcVisitRow extends OidcRequestRow {
  login: (Omit<LoginRow, 'authTime' | 'tokensEndAt'> & { authTime: Date; tokensEndAt: Date | null }) | null;
  /** The session of the engine; null if it has ended. */
  engineSealed: Buffer | null;
}

/**
 * Reads what a request of a browser needs by one statement: what {@link readOidcRequests} reads, the login of the browser with its user,
 * and the session of the engine. Notes the use of the login, as `findLoginRow` does. @returns undefined for no such tenant
 */
export async function readOidcVisit(
  pool: Pool,
  { orgId, clientId, tokenHash, browserHash, engineHash, front }: OidcVisit,
): Promise<OidcVisitRow | undefined> {
  const { rows } = await pool.query<Omit<OidcVisitRow, 'login'> & { login: LoginRow | null }>({
    name: 'read-oidc-visit',
    text,
    values: [orgId, clientId, tokenHash, browserHash, frontText(front), engineHash],
  });
  const [row] = rows;
  return row && { ...row, login: row.login && timed(row.login) };
}

const timed = ({ authTime, tokensEndAt, ...rest }: LoginRow): NonNullable<OidcVisitRow['login']> => ({
  ...rest,
  authTime: new Date(authTime),
  tokensEndAt: tokensEndAt === null ? null : new Date(tokensEndAt),
});

const places: Readonly<Record<string, string>> = { orgId: '$1', tokenHash: '$4', front: '$5' };

/** A text with the values of a login by their places in the list. */
const placed = (sql: string): string =>
  sql.replaceAll(/(?<!:):(orgId|tokenHash|front)\b/g, (_, name: string) => places[name] ?? '');

const text = `${placed(foundLogin)}
select ${tenantColumns},
       found.user_id as "userId", person.json as subject,
       null::text as "sessionUid", null::bytea as "sessionSealed", null::bytea as "sessionHash",
       (select row_to_json(one) from (select ${placed(loginColumns)} from found) one) as login,
       engine.sealed as "engineSealed"
  from (select $1::text as org_id, $2::text as client_id, $3::bytea as token_hash) as asked
  join tenants t on t.id = asked.org_id ${joinNamed}
  left join found on true ${joinPerson('found.user_id')}
  left join lateral (
    select s.sealed from oidc_artifacts s
     -- the subquery keeps the planner from the partial index of the logins of sessions
     where s.org_id = asked.org_id and s.model = (select 'Session') and s.id_hash = $6
       and ${withoutIndex('s.expires_at > now()')} and s.consumed_at is null limit 1) engine on true`;
