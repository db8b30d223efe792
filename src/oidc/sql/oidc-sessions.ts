import type { Pool } from 'pg';
import { named, numbered, sql, type Sql } from '../../lib/sql.ts';
import { withoutIndex } from '../../platform/sql/no-index.ts';
import type { Tx } from '../../platform/tx.ts';
import { liveLogin } from '../../users/sessions/sql/logins.ts';
import type { ArtifactRow } from './oidc-artifacts.ts';

/**
 * The engine's session with this uid: what a token that ends with its session asks for. There is none when the login that
 * it shows has ended, also where a request that had begun before wrote it once more.
 */
export async function findOidcSession(
  pool: Pool,
  orgId: string,
  aliasHash: Buffer,
): Promise<ArtifactRow | undefined> {
  const { rows } = await pool.query<ArtifactRow>(
    numbered(named('find-oidc-session', find(orgId, aliasHash))),
  );
  return rows[0];
}

const isInForce = sql`s.model = 'Session' and s.expires_at > now() and s.consumed_at is null`;

/**
 * Conditions that are true for the sessions `s` of a tenant that are in force, for statements that find a session by its alias. The planner may
 * answer an `exists` by a hash table of all logins.
 */
export const liveSessionOf = (
  orgId: string | Sql,
): Sql => sql`${withoutIndex(sql`s.org_id = ${orgId} and ${isInForce}`)}
   and (s.login_id is null
        or (select true from login_sessions l where l.org_id = s.org_id and l.id = s.login_id and ${liveLogin}))`;

const find = (orgId: string, aliasHash: Buffer): Sql => sql`
select payload, sealed, id_hash as "idHash", null::float8 as "consumedSecondsAgo", null::float8 as "consumedAt"
  from oidc_artifacts s
 where s.alias_hash = ${aliasHash} and ${liveSessionOf(orgId)}`;

/** A user has fewer browsers. */
const mostSessions = 100;

/** Finds the sessions of a user that are in force, the newest first. */
export async function findOidcSessionsOf(
  pool: Pool,
  orgId: string,
  userId: string,
): Promise<{ idHash: Buffer; sealed: Buffer }[]> {
  const { rows } = await pool.query<{ idHash: Buffer; sealed: Buffer }>(
    numbered(named('find-oidc-sessions-of-user', ofUser(orgId, userId))),
  );
  return rows;
}

const ofUser = (orgId: string, userId: string): Sql => sql`
select id_hash as "idHash", sealed from oidc_artifacts s
 where s.org_id = ${orgId} and s.user_id = ${userId} and s.sealed is not null and ${isInForce}
   and (s.login_id is null
        or exists (select from login_sessions l where l.org_id = s.org_id and l.id = s.login_id and ${liveLogin}))
 order by s.expires_at desc limit ${mostSessions}`;

/** Tells whether the login of a grant goes on, with the user of the grant. */
export async function isLoginLive(
  pool: Pool,
  orgId: string,
  grant: { loginId?: string; accountId?: string | undefined } | undefined,
): Promise<boolean> {
  if (grant?.loginId === undefined || grant.accountId === undefined) return false;
  const { rowCount } = await pool.query(
    numbered(named('is-login-live', liveLoginOf(orgId, grant.loginId, grant.accountId))),
  );
  return rowCount === 1;
}

const liveLoginOf = (orgId: string, id: string, userId: string): Sql => sql`
select from login_sessions l where l.org_id = ${orgId} and l.id = ${id} and l.user_id = ${userId} and ${liveLogin}`;

/** A login that has ended, and for which the engine had a session. */
export interface EndedLogin {
  loginId: string;
  userId: string;
}

/**
 * Ends the engine's sessions of logins that have ended, and with them the tokens that last as long as a session. The rows
 * stay until {@link takeEndedOidcSessions} reads from them which clients must be told.
 * @returns the logins that had one
 */
export async function endOidcSessions(
  tx: Tx,
  orgId: string,
  logins: readonly { id: string; userId: string }[],
): Promise<EndedLogin[]> {
  if (logins.length === 0) return [];
  const userIds = [...new Set(logins.map(({ userId }) => userId))];
  return tx.rows<EndedLogin>(sql`
with ended as (
  update oidc_artifacts set consumed_at = now()
   where org_id = ${orgId} and user_id in (select jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb)) and model = 'Session'
     and login_id in (select jsonb_array_elements_text(${JSON.stringify(logins.map(({ id }) => id))}::jsonb)) and consumed_at is null
  returning login_id, user_id
)
select distinct login_id as "loginId", user_id as "userId" from ended`);
}

/** Takes the engine's sessions of a login that has ended out of the table. A second call finds none. */
export async function takeEndedOidcSessions(
  tx: Tx,
  orgId: string,
  { userId, loginId }: EndedLogin,
): Promise<{ idHash: Buffer; sealed: Buffer }[]> {
  return tx.rows<{ idHash: Buffer; sealed: Buffer }>(sql`
delete from oidc_artifacts
 where org_id = ${orgId} and user_id = ${userId} and login_id = ${loginId} and model = 'Session' and consumed_at is not null
returning id_hash as "idHash", sealed`);
}
