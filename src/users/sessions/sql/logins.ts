import type { ClientCertificate } from '../../../lib/client-certificate.ts';
import { withoutIndex } from '../../../platform/sql/no-index.ts';
import type { Tx } from '../../../platform/tx.ts';
import { type FrontChannel, frontText } from '../../../lib/front-channel.ts';
import { named, type Shared, shared, sql, type Sql } from '../../../lib/sql.ts';

export interface LoginRow {
  id: string;
  userId: string;
  browserId: string;
  amr: string[];
  authTime: string;
  isTimeKnown: boolean;
  tokensEndAt: string | null;
  tokenSecondsLeft: number | null;
  connectionId: string | null;
  isDeviceAsked: boolean;
  certificate: ClientCertificate | null;
  accessVersion: number;
}

/**
 * Finds the user who is signed in to a tenant by the browser with this cookie. A user who may not sign in is not
 * found, even if the row of the login exists. Notes the last use of a login once a minute, and at once if the request
 * came from elsewhere than the last one. Skips these notes while another transaction locks the user. That other
 * transaction may be about to end the login. The caller may not wait for the other transaction.
 */
export async function findLoginRow(
  tx: Tx,
  orgId: string,
  tokenHash: Buffer,
  front: FrontChannel | undefined,
): Promise<LoginRow | undefined> {
  const asked = { orgId: shared(orgId), tokenHash, front: shared(front ? frontText(front) : null) };
  return tx.row<LoginRow>(named('find-login', find(asked)));
}

/** Twelve hours without use end a login, or 30 minutes a brief one. Seven days end any (decisions 6.7, 6.12). */
export const liveLogin = withoutIndex(sql`l.expires_at > now()
   and l.last_seen_at > now() - case when l.brief then interval '30 minutes' else interval '12 hours' end`);

/** Makes a login end after 30 minutes without use. */
export async function shortenLogin(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx.run(
    sql`update login_sessions set brief = true where org_id = ${orgId} and id = ${id} and not brief`,
  );
}

/** Notes what the browser of a login has shown at the device origin. */
export async function noteDevice(
  tx: Tx,
  orgId: string,
  id: string,
  { certificate }: { certificate: ClientCertificate | null },
): Promise<void> {
  const { thumbprint, certificateEndsAt } = columnsOf(certificate);
  await tx.run(sql`
update login_sessions
   set device_asked = true, device_certificate = ${thumbprint},
       device_certificate_ends_at = ${certificateEndsAt}::timestamptz
 where org_id = ${orgId} and id = ${id}`);
}

/** Returns the values of a certificate for the columns of a login. */
export const columnsOf = (
  certificate: ClientCertificate | null,
): { thumbprint: string | null; certificateEndsAt: string | null } => ({
  thumbprint: certificate?.thumbprint ?? null,
  certificateEndsAt: certificate ? new Date(certificate.endsAt).toISOString() : null,
});

/** Tells whether a login still goes on, as the transaction that locks its user sees it. */
export async function isLive(tx: Tx, orgId: string, id: string): Promise<boolean> {
  return tx.has(
    sql`select from login_sessions l where l.org_id = ${orgId} and l.id = ${id} and ${liveLogin}`,
  );
}

/** Returns the connection that a login came by; undefined if the user signed in here. */
export async function connectionOfLogin(tx: Tx, orgId: string, id: string): Promise<string | undefined> {
  const row = await tx.row<{ connectionId: string | null }>(
    sql`select connection_id as "connectionId" from login_sessions where org_id = ${orgId} and id = ${id}`,
  );
  return row?.connectionId ?? undefined;
}

/** The login at an identity provider that a login came by. */
export interface LoginUpstream {
  connectionId: string;
  browserId: string;
  /** The hint that the identity provider knows its login by, sealed; null if no hint is kept. */
  hint: Buffer | null;
}

/** Returns where a login came from; undefined if the user signed in here. */
export async function upstreamOfLogin(tx: Tx, orgId: string, id: string): Promise<LoginUpstream | undefined> {
  return tx.row<LoginUpstream>(sql`
select connection_id as "connectionId", browser_id as "browserId", upstream_hint as hint from login_sessions
 where org_id = ${orgId} and id = ${id} and connection_id is not null`);
}

// last_seen_at has an index. A login that only moves keeps its time, so that no index changes.
const isNoteDue = sql`last_seen_at < now() - interval '1 minute'`;

/** The certificate of a login that counts now, as JSON; null if there is none. @param login the alias of the table */
export const currentCertificate = (login: 'found' | 'l'): Sql =>
  sql.raw(`case when ${login}.device_certificate is not null and ${login}.device_certificate_ends_at > now() then
         jsonb_build_object('thumbprint', ${login}.device_certificate,
           'endsAt', extract(epoch from ${login}.device_certificate_ends_at)::float8 * 1000) end`);

const certificate = currentCertificate('found');

/** The values that find a login. */
export interface AskedLogin {
  orgId: Shared;
  tokenHash: Buffer | null;
  /** The text of `frontText()`; null if it is not known. */
  front: Shared;
}

/**
 * The tables that a statement finds a login by: `found` is the login. It notes the use, as {@link findLoginRow} does. `lateral` and `limit`
 * keep each step a look-up. A join that was planned while the tables were empty read all logins for each login. `is true` stands as in
 * {@link withoutIndex}, whose template would be joined again for each of its conditions.
 */
export const foundLogin = ({
  orgId,
  tokenHash,
  front,
}: AskedLogin): Sql => sql`with ${foundLoginIn(loginOfBrowser(orgId, tokenHash), { orgId, front })}, held as materialized (
  select found.id, found.browser_id from found join users u on u.org_id = ${orgId} and u.id = found.user_id
   where found.${isNoteDue} or found.moved
     for no key update of u skip locked
), seen as (
  update login_sessions l set last_seen_at = case when l.${isNoteDue} then now() else l.last_seen_at end,
         front = coalesce(${front}::jsonb, l.front)
   where l.browser_id = (select browser_id from held) and (l.org_id = ${orgId}) is true and l.id = (select id from held)
)`;

/** As {@link foundLogin}, and notes no use. */
export const readLogin = ({ orgId, tokenHash, front }: AskedLogin): Sql =>
  sql`with ${foundLoginIn(loginOfBrowser(orgId, tokenHash), { orgId, front })}`;

/** The login of a tenant that a browser with this cookie has. */
const loginOfBrowser = (orgId: Shared, tokenHash: Buffer | null): Sql => sql`
    from (select id from browsers where token_hash = ${tokenHash} limit 1) b
   cross join lateral (
     select * from login_sessions where browser_id = b.id and (org_id = ${orgId}) is true limit 1) l`;

/**
 * The table `found` of {@link foundLogin}. It notes no use.
 * @param from the clause that reads the login as `l`
 */
export const foundLoginIn = (
  from: Sql,
  { orgId, front }: Pick<AskedLogin, 'orgId' | 'front'>,
): Sql => sql`found as materialized (
  select l.id, l.user_id, l.browser_id, l.amr, l.auth_time, l.time_known, l.last_seen_at, l.tokens_end_at, l.connection_id,
         l.device_asked, l.device_certificate, l.device_certificate_ends_at, coalesce(l.device_certificate_ends_at > now(), false) as is_current,
         ${front}::jsonb is not null and l.front is distinct from ${front}::jsonb as moved
    ${from}
   cross join lateral (
     select from users where org_id = ${orgId} and id = l.user_id
        and status = 'ACTIVE' and (expires_at is null or expires_at > now()) limit 1) u
   where ${liveLogin}
)`;

/** The columns of {@link LoginRow}. */
export const loginColumns = (
  orgId: Shared,
): Sql => sql`found.id, found.user_id as "userId", found.browser_id as "browserId", found.amr, found.auth_time as "authTime",
       found.time_known as "isTimeKnown", found.tokens_end_at as "tokensEndAt",
       extract(epoch from found.tokens_end_at - now())::float8 as "tokenSecondsLeft", found.connection_id as "connectionId",
       found.device_asked and (found.device_certificate is null or found.is_current) as "isDeviceAsked",
       ${certificate} as certificate,
       (select access_version::float8 from tenants where id = ${orgId}) as "accessVersion"`;

const find = (asked: AskedLogin): Sql => sql`${foundLogin(asked)}
select ${loginColumns(asked.orgId)}
  from found`;

export interface ListedLogin {
  id: string;
  address: string | null;
  userAgent: string | null;
  authTime: string;
  lastSeenAt: string;
}

/** More logins than any user has browsers. A user with more of them can end them all. */
const mostShown = 100;

/** Where a person is signed in, the latest first. */
export async function listLogins(tx: Tx, orgId: string, userId: string): Promise<ListedLogin[]> {
  return tx.rows<ListedLogin>(sql`
select l.id, l.address, l.user_agent as "userAgent", l.auth_time as "authTime", l.last_seen_at as "lastSeenAt"
  from login_sessions l
 where l.org_id = ${orgId} and l.user_id = ${userId} and ${liveLogin}
 order by l.last_seen_at desc, l.id limit ${mostShown}`);
}

export interface EndedLogin {
  id: string;
  browserId: string;
  userId: string;
  userName: string;
}

/**
 * Which logins end: one by its id, those of a user but one, that of a browser that belongs to another user, or those that came
 * by a connection. There, `subject` and `session` choose those of one user or one session at the identity provider.
 */
export type WhichLogins =
  | { id: string }
  | { userId: string; except: string | null }
  | { browserId: string; besidesUser: string }
  | { connectionId: string; subject: string | null; session: string | null; most: number };

/** @returns the logins that have ended */
export async function endLoginRows(tx: Tx, orgId: string, which: WhichLogins): Promise<EndedLogin[]> {
  if ('connectionId' in which) return tx.rows<EndedLogin>(endingOfConnection(orgId, which));
  return tx.rows<EndedLogin>(ending(orgId, conditionOf(which)));
}

function conditionOf(which: Exclude<WhichLogins, { connectionId: string }>): Sql {
  if ('id' in which) return sql`l.id = ${which.id}`;
  if ('userId' in which) return sql`l.user_id = ${which.userId} and l.id is distinct from ${which.except}`;
  return sql`l.browser_id = ${which.browserId} and l.user_id <> ${which.besidesUser}`;
}

/** Returns how many logins came by a connection. */
export async function countLoginsByConnection(tx: Tx, orgId: string, connectionId: string): Promise<number> {
  const row = await tx.row<{ count: number }>(
    sql`select count(*)::int as count from login_sessions where org_id = ${orgId} and connection_id = ${connectionId}`,
  );
  return row?.count ?? 0;
}

const ended = sql`l.id, l.browser_id as "browserId", l.user_id as "userId", coalesce(u.display_name, u.username) as "userName"`;

// Logins end in the order of their ids. A transaction that ends several, one by one, would deadlock with another order.
const ending = (orgId: string, condition: Sql): Sql => sql`
with ending as materialized (
  select l.org_id, l.id from login_sessions l where l.org_id = ${orgId} and ${condition} order by l.id for update
)
delete from login_sessions l using users u, ending e
 where l.org_id = e.org_id and l.id = e.id and u.org_id = l.org_id and u.id = l.user_id
returning ${ended}`;

// A login without a session of its own may be the one that a session is about, if its user is.
const endingOfConnection = (
  orgId: string,
  { connectionId, subject, session, most }: Extract<WhichLogins, { connectionId: string }>,
): Sql => sql`
with chosen as materialized (
  select l.id from login_sessions l
   where l.org_id = ${orgId} and l.connection_id = ${connectionId}
     and (${subject}::text is null or l.upstream_subject = ${subject})
     and (${session}::text is null or l.upstream_session = ${session}
          or (l.upstream_session is null and ${subject}::text is not null))
   order by l.id limit ${most} for update
)
delete from login_sessions l using chosen c, users u
 where l.org_id = ${orgId} and l.id = c.id and u.org_id = l.org_id and u.id = l.user_id
returning ${ended}`;
