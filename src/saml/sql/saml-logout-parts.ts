import { sql, type Sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';

export type LogoutChannel = 'SOAP' | 'FRONT';

/** A session of a service provider that ended with its login. */
export interface EndedSamlSession {
  loginId: string;
  userId: string;
  serviceProviderId: string;
  nameIdFormat: string;
  nameId: string;
  sessionIndex: string;
  sloSoapUrl: string | null;
}

/**
 * Takes the sessions of logins that have ended out of the table.
 * @returns those of active service providers that have an endpoint for logouts
 */
export function takeSamlSessions(
  tx: Tx,
  orgId: string,
  loginIds: readonly string[],
): Promise<EndedSamlSession[]> {
  return tx.rows<EndedSamlSession>(take(orgId, loginIds.join(',')));
}

const take = (orgId: string, loginIds: string): Sql => sql`
with ended as (
  delete from saml_sessions
   where org_id = ${orgId} and login_id = any(string_to_array(${loginIds}, ','))
  returning login_id, user_id, service_provider_id, name_id_format, name_id, session_index, expires_at
)
select e.login_id as "loginId", e.user_id as "userId", e.service_provider_id as "serviceProviderId", e.name_id_format as "nameIdFormat",
       e.name_id as "nameId", e.session_index as "sessionIndex", p.slo_soap_url as "sloSoapUrl"
  from ended e
  join saml_service_providers p on p.org_id = ${orgId} and p.id = e.service_provider_id
 where p.status = 'ACTIVE' and e.expires_at > now() and (p.slo_url is not null or p.slo_soap_url is not null)
 order by e.login_id, e.service_provider_id, e.name_id_format`;

export interface NewLogoutPart extends Omit<EndedSamlSession, 'sloSoapUrl'> {
  id: string;
  browserId: string;
  channel: LogoutChannel;
}

/** Longer than the attempts of a job take together, and for a browser longer than it shows the page of a logout. */
const hoursKept = { SOAP: 6, FRONT: 0.5 } as const;

/** Stores what service providers must be told. */
export async function addLogoutParts(tx: Tx, orgId: string, parts: readonly NewLogoutPart[]): Promise<void> {
  await tx.run(add(orgId, JSON.stringify(parts)));
}

const add = (orgId: string, parts: string): Sql => sql`
insert into saml_logout_parts (org_id, id, login_id, user_id, browser_id, service_provider_id, channel, name_id_format, name_id,
                               session_index, expires_at)
select ${orgId}, n.id, n."loginId", n."userId", n."browserId", n."serviceProviderId", n.channel, n."nameIdFormat", n."nameId",
       n."sessionIndex",
       now() + case n.channel when 'SOAP' then ${hoursKept.SOAP}::float8 else ${hoursKept.FRONT}::float8 end * interval '1 hour'
  from jsonb_to_recordset(${parts}::jsonb) as n (id text, "loginId" text, "userId" text, "browserId" uuid, "serviceProviderId" text,
       channel text, "nameIdFormat" text, "nameId" text, "sessionIndex" text)`;

/**
 * Makes the sessions of ended logins parts of a logout. The service provider that asked for it is not told.
 * @param exceptId the service provider that asked
 * @returns how many there are
 */
export async function joinLogout(
  tx: Tx,
  orgId: string,
  {
    logoutId,
    loginIds,
    exceptId,
  }: { logoutId: string; loginIds: readonly string[]; exceptId: string | null },
): Promise<number> {
  const joined = await tx.rows<{ id: string }>(
    join({ orgId, logoutId, exceptId, loginIds: loginIds.join(',') }),
  );
  return joined.length;
}

interface JoiningLogout {
  orgId: string;
  logoutId: string;
  loginIds: string;
  exceptId: string | null;
}

const join = ({ orgId, logoutId, loginIds, exceptId }: JoiningLogout): Sql => sql`
with asker as (
  delete from saml_logout_parts
   where org_id = ${orgId} and login_id = any(string_to_array(${loginIds}, ','))
     and service_provider_id = ${exceptId}::text
)
update saml_logout_parts set logout_id = ${logoutId}
 where org_id = ${orgId} and login_id = any(string_to_array(${loginIds}, ','))
   and service_provider_id is distinct from ${exceptId}::text
returning id`;

/** A part of a logout, with the application as users know it. */
export interface LogoutPart {
  id: string;
  serviceProviderId: string;
  providerName: string;
  browserId: string | null;
  channel: LogoutChannel;
  state: 'WAITING' | 'DONE' | 'FAILED';
}

/** Lists the parts of a logout, in a stable order. */
export function logoutParts(tx: Tx, orgId: string, logoutId: string): Promise<LogoutPart[]> {
  return tx.rows<LogoutPart>(list(orgId, logoutId));
}

const list = (orgId: string, logoutId: string): Sql => sql`
select t.id, t.service_provider_id as "serviceProviderId", p.name as "providerName", t.browser_id as "browserId",
       t.channel, t.state
  from saml_logout_parts t
  join saml_service_providers p on p.org_id = t.org_id and p.id = t.service_provider_id
 where t.org_id = ${orgId} and t.logout_id = ${logoutId}
 order by p.name, t.id`;

/** A part of a logout, with the session that its LogoutRequest names. */
export interface PartToTell {
  id: string;
  serviceProviderId: string;
  nameIdFormat: string;
  nameId: string;
  sessionIndex: string;
  /** Null if the user has been erased. The user cannot be erased before the transaction ends. */
  userId: string | null;
}

/** Finds sessions whose service providers have not been told yet. */
export function partsToTell(tx: Tx, orgId: string, ids: readonly string[]): Promise<PartToTell[]> {
  return tx.rows<PartToTell>(toTell(orgId, ids.join(',')));
}

const toTell = (orgId: string, ids: string): Sql => sql`
select id, service_provider_id as "serviceProviderId", name_id_format as "nameIdFormat", name_id as "nameId",
       session_index as "sessionIndex",
       (select u.id from users u where u.org_id = p.org_id and u.id = p.user_id for key share) as "userId"
  from saml_logout_parts p
 where org_id = ${orgId} and id = any(string_to_array(${ids}, ',')) and state <> 'DONE' and expires_at > now()`;

interface FrameAnswer {
  id: string;
  serviceProviderId: string;
  isDone: boolean;
}

/** Notes what a service provider answered in a frame. @returns false if it does not owe this answer, or has given it */
export async function noteFrameAnswer(tx: Tx, orgId: string, answer: FrameAnswer): Promise<boolean> {
  const noted = await tx.rows<{ id: string }>(noteFrame(orgId, answer));
  return noted.length > 0;
}

// Only a part of a logout can have been shown in a frame.
const noteFrame = (orgId: string, { id, serviceProviderId, isDone }: FrameAnswer): Sql => sql`
update saml_logout_parts set state = case when ${isDone} then 'DONE' else 'FAILED' end, name_id = null, session_index = null
 where org_id = ${orgId} and id = ${id} and service_provider_id = ${serviceProviderId} and channel = 'FRONT' and state = 'WAITING'
   and logout_id is not null and expires_at > now()
returning id`;

/** Notes the outcome of a call. A failed one is tried again, unless another call has told the service provider meanwhile. */
export async function noteSoapAnswer(tx: Tx, orgId: string, id: string, isDone: boolean): Promise<void> {
  await tx.run(noteSoap(orgId, id, isDone));
}

const noteSoap = (orgId: string, id: string, isDone: boolean): Sql => sql`
update saml_logout_parts
   set state = case when ${isDone} then 'DONE' else 'FAILED' end,
       name_id = case when ${isDone} then null else name_id end,
       session_index = case when ${isDone} then null else session_index end
 where org_id = ${orgId} and id = ${id} and channel = 'SOAP' and state <> 'DONE'`;
