import type { Pool } from 'pg';
import { type FrontChannel, frontText } from '../../lib/front-channel.ts';
import { named, numbered, shared, sql, type Sql } from '../../lib/sql.ts';
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
export async function readOidcVisit(pool: Pool, visit: OidcVisit): Promise<OidcVisitRow | undefined> {
  const { rows } = await pool.query<Omit<OidcVisitRow, 'login'> & { login: LoginRow | null }>(
    numbered(named('read-oidc-visit', select(visit))),
  );
  const [row] = rows;
  return row && { ...row, login: row.login && timed(row.login) };
}

const timed = ({ authTime, tokensEndAt, ...rest }: LoginRow): NonNullable<OidcVisitRow['login']> => ({
  ...rest,
  authTime: new Date(authTime),
  tokensEndAt: tokensEndAt === null ? null : new Date(tokensEndAt),
});

const personOfLogin = joinPerson(sql`found.user_id`);
const notExpired = withoutIndex(sql`s.expires_at > now()`);

function select({ orgId, clientId, tokenHash, browserHash, engineHash, front }: OidcVisit): Sql {
  const tenant = shared(orgId);
  return sql`${foundLogin({ orgId: tenant, tokenHash: browserHash, front: shared(frontText(front)) })}
select ${tenantColumns},
       found.user_id as "userId", person.json as subject,
       null::text as "sessionUid", null::bytea as "sessionSealed", null::bytea as "sessionHash",
       (select row_to_json(one) from (select ${loginColumns(tenant)} from found) one) as login,
       engine.sealed as "engineSealed"
  from (select ${tenant}::text as org_id, ${clientId}::text as client_id, ${tokenHash}::bytea as token_hash) as asked
  join tenants t on t.id = asked.org_id ${joinNamed}
  left join found on true ${personOfLogin}
  left join lateral (
    select s.sealed from oidc_artifacts s
     -- the subquery keeps the planner from the partial index of the logins of sessions
     where s.org_id = asked.org_id and s.model = (select 'Session') and s.id_hash = ${engineHash}
       and ${notExpired} and s.consumed_at is null limit 1) engine on true`;
}
