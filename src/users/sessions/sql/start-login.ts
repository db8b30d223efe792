import type { ClientCertificate } from '../../../lib/client-certificate.ts';
import { type FrontChannel, frontText } from '../../../lib/front-channel.ts';
import { named, type Shared, shared, sql, type Sql } from '../../../lib/sql.ts';
import type { Locked } from '../../../platform/locked.ts';
import type { Tx } from '../../../platform/tx.ts';
import { columnsOf } from './logins.ts';

/** The id and the name of a user whose login begins. */
export interface PersonToSignIn {
  id: string;
  name: string;
}

/**
 * Locks a user who may sign in until the login is written. A suspension waits for it, and then ends that login too.
 * @returns undefined if the user may not sign in
 */
export async function lockPersonToSignIn(
  tx: Tx,
  orgId: string,
  userId: string,
): Promise<Locked<PersonToSignIn> | undefined> {
  return tx.row<Locked<PersonToSignIn>>(sql`
select id, coalesce(display_name, username) as name from users
 where org_id = ${orgId} and id = ${userId} and status = 'ACTIVE' and (expires_at is null or expires_at > now())
   for no key update`);
}

export interface NewLogin {
  id: string;
  browserId: string;
  userId: string;
  amr: string[];
  authTime: Date;
  /** Whether the user proved their identity at that time. */
  isTimeKnown: boolean;
  expiresAt: Date;
  address: string | null;
  userAgent: string | null;
  connectionId: string | null;
  upstreamSubject: string | null;
  upstreamSession: string | null;
  /** Sealed, as base64. */
  upstreamHint: string | null;
  tokensEndAt: Date | null;
  /** Whether 30 minutes without use end it. */
  isBrief: boolean;
  isDeviceAsked: boolean;
  front: FrontChannel;
  /** The certificate that the device has shown. */
  certificate: ClientCertificate | null;
  /** Whether the login that is there keeps its end, and where it came from. */
  addsFactor: boolean;
}

/** Signs a person in by a browser that has no login of the tenant, or has one of this person: then that one goes on. */
export async function saveLogin(tx: Tx, orgId: string, login: NewLogin): Promise<string> {
  const row = await tx.row<{ id: string }>(saveFrom(sql.empty, valuesOf(orgId, login)));
  if (!row) throw new Error(ofAnother);
  return row.id;
}

const ofAnother = 'the browser has a session of another user';

/** The values that stand in a statement more than once. */
interface Repeated {
  orgId: Shared;
  userId: Shared;
  browserId: Shared;
}

interface LoginValues
  extends Repeated,
    ReturnType<typeof columnsOf>,
    Pick<
      NewLogin,
      | 'id'
      | 'isTimeKnown'
      | 'address'
      | 'userAgent'
      | 'connectionId'
      | 'upstreamSubject'
      | 'upstreamSession'
      | 'upstreamHint'
      | 'isBrief'
      | 'isDeviceAsked'
    > {
  addsFactor: Shared;
  amr: string;
  authTime: string;
  expiresAt: string;
  front: string;
  tokensEndAt: string | null;
}

function valuesOf(orgId: string, { certificate, ...login }: NewLogin): LoginValues {
  return {
    ...login,
    ...columnsOf(certificate),
    orgId: shared(orgId),
    userId: shared(login.userId),
    browserId: shared(login.browserId),
    addsFactor: shared(login.addsFactor),
    amr: JSON.stringify(login.amr),
    authTime: login.authTime.toISOString(),
    expiresAt: login.expiresAt.toISOString(),
    front: frontText(login.front),
    tokensEndAt: login.tokensEndAt?.toISOString() ?? null,
  };
}

/**
 * Gives a browser another token and does what {@link saveLogin} and {@link noteLogin} do, by one statement.
 * @returns the id of the login; undefined if the browser has another token already, and then nothing has changed
 */
export async function renewAndSaveLogin(
  tx: Tx,
  orgId: string,
  login: NewLogin,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<string | undefined> {
  const row = await tx.row<{ id: string | null; isRenewed: boolean }>(
    named('renew-and-save-login', renewAndSave(valuesOf(orgId, login), { from, to })),
  );
  if (row?.isRenewed && row.id === null) throw new Error(ofAnother);
  return row?.id ?? undefined;
}

/** Notes the time of a login, and that the person is known by this browser from now on. */
export async function noteLogin(
  tx: Tx,
  orgId: string,
  { userId, browserId }: Pick<NewLogin, 'userId' | 'browserId'>,
): Promise<void> {
  const values = { orgId: shared(orgId), userId: shared(userId), browserId: shared(browserId) };
  await tx.run(sql`with seen as (${seen(values)}) ${knownFrom(sql.empty, values)}`);
}

/** Sets the columns that a login keeps if it is proved with another factor. */
const kept = (adds: Shared): Sql => sql`
       expires_at = case when ${adds} then l.expires_at else excluded.expires_at end,
       connection_id = case when ${adds} then l.connection_id else excluded.connection_id end,
       upstream_subject = case when ${adds} then l.upstream_subject else excluded.upstream_subject end,
       upstream_session = case when ${adds} then l.upstream_session else excluded.upstream_session end,
       upstream_hint = case when ${adds} then l.upstream_hint else excluded.upstream_hint end,
       tokens_end_at = case when ${adds} then l.tokens_end_at else excluded.tokens_end_at end`;

const saveFrom = (source: Sql, values: LoginValues): Sql => sql`
insert into login_sessions as l
  (org_id, id, browser_id, user_id, amr, auth_time, address, user_agent, expires_at, connection_id, upstream_subject,
   upstream_session, upstream_hint, tokens_end_at, brief, device_asked, device_certificate,
   device_certificate_ends_at, front, time_known)
select ${values.orgId}, ${values.id}, ${values.browserId}::uuid, ${values.userId},
       array(select jsonb_array_elements_text(${values.amr}::jsonb)), ${values.authTime}::timestamptz, ${values.address},
       ${values.userAgent}, ${values.expiresAt}::timestamptz, ${values.connectionId}, ${values.upstreamSubject},
       ${values.upstreamSession}, decode(${values.upstreamHint}::text, 'base64'), ${values.tokensEndAt}::timestamptz,
       ${values.isBrief}::boolean, ${values.isDeviceAsked}::boolean, ${values.thumbprint},
       ${values.certificateEndsAt}::timestamptz, ${values.front}::jsonb, ${values.isTimeKnown}::boolean ${source}
on conflict (browser_id, org_id) do update
   set amr = excluded.amr, auth_time = excluded.auth_time, time_known = excluded.time_known, address = excluded.address,
       user_agent = excluded.user_agent, front = excluded.front, last_seen_at = now(),
       brief = excluded.brief or (${values.addsFactor} and l.brief),
       device_asked = excluded.device_asked
         or (l.device_asked and (${values.addsFactor} or l.device_certificate is not null)),
       device_certificate = case when excluded.device_asked then excluded.device_certificate else l.device_certificate end,
       device_certificate_ends_at =
         case when excluded.device_asked then excluded.device_certificate_ends_at else l.device_certificate_ends_at end,
       ${kept(values.addsFactor)}
 where l.user_id = excluded.user_id
returning id`;

// Without a new version of the person: no administrator's change is in the way of a login, nor it of theirs.
const seen = ({ orgId, userId }: Repeated): Sql =>
  sql`update users set last_login_at = now() where org_id = ${orgId} and id = ${userId}`;

const knownFrom = (source: Sql, { orgId, userId, browserId }: Repeated): Sql => sql`
insert into known_browsers (org_id, user_id, browser_id) select ${orgId}, ${userId}, ${browserId}::uuid ${source}
on conflict (org_id, user_id, browser_id) do update set last_login_at = now()`;

const renewAndSave = (values: LoginValues, { from, to }: { from: Buffer; to: Buffer }): Sql => sql`
with renewed as (
  update browsers set token_hash = ${to}, last_seen_at = now(), known = true
   where id = ${values.browserId}::uuid and token_hash = ${from} returning id
), saved as (${saveFrom(sql`from renewed`, values)}), seen as (${seen(values)} and exists (select from saved)),
known as (${knownFrom(sql`from saved`, values)})
select (select id from saved) as id, exists (select from renewed) as "isRenewed"`;
