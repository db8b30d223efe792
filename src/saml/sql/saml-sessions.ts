import { sql, type Sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';

/** A login that a service provider takes part in. */
export interface SamlSession {
  sessionIndex: string;
  /** The name of the user at this service provider. A transient name stays the same for one login. */
  nameId: string;
  /** `SessionNotOnOrAfter`. */
  endsAt: Date;
}

interface Joining {
  loginId: string;
  serviceProviderId: string;
  /** A URN. */
  nameIdFormat: string;
  isTransient: boolean;
  nameId: string;
  /** Taken if the service provider does not take part yet. */
  sessionIndex: string;
  /** In seconds. The session never lasts longer than the login. */
  sessionTtl: number;
}

/** Lets a service provider take part in a login, or go on to. @returns undefined when the login has ended */
export async function joinLogin(tx: Tx, orgId: string, joining: Joining): Promise<SamlSession | undefined> {
  const row = await tx.row<SamlSession>(join(orgId, joining));
  return row && { ...row, endsAt: new Date(row.endsAt) };
}

const join = (orgId: string, joining: Joining): Sql => sql`
with login as materialized (
  select l.id, l.user_id, least(l.expires_at, now() + ${joining.sessionTtl} * interval '1 second') as ends_at
    from login_sessions l where l.org_id = ${orgId} and l.id = ${joining.loginId} for share
)
insert into saml_sessions as s
       (org_id, login_id, service_provider_id, name_id_format, name_id, session_index, user_id, expires_at)
select ${orgId}, login.id, ${joining.serviceProviderId}, ${joining.nameIdFormat}, ${joining.nameId},
       ${joining.sessionIndex}, login.user_id, login.ends_at
  from login
on conflict (org_id, login_id, service_provider_id, name_id_format) do update
   set name_id = case when ${joining.isTransient} then s.name_id else excluded.name_id end, expires_at = excluded.expires_at
returning session_index as "sessionIndex", name_id as "nameId", expires_at as "endsAt"`;

/** Erases what is known of a user at service providers. */
export async function eraseSamlSessions(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.run(sql`delete from saml_sessions where org_id = ${orgId} and user_id = ${userId}`);
}

/** The sessions that a service provider names. */
interface Named {
  serviceProviderId: string;
  nameId: string;
  /** A URN; null for any. */
  format: string | null;
  /** None means all sessions. */
  sessionIndexes: readonly string[];
}

/** A login that a service provider takes part in, and its user. */
export interface NamedLogin {
  loginId: string;
  userId: string;
  userName: string;
}

/** Finds the logins of the sessions, still running, that a service provider names, in the order in which all callers end them. */
export function loginsNamed(tx: Tx, orgId: string, named: Named): Promise<NamedLogin[]> {
  return tx.rows<NamedLogin>(findNamed(orgId, named));
}

const findNamed = (orgId: string, { serviceProviderId, nameId, format, sessionIndexes }: Named): Sql => {
  const indexes = JSON.stringify(sessionIndexes);
  return sql`
select distinct s.login_id as "loginId", s.user_id as "userId", coalesce(u.display_name, u.username) as "userName"
  from saml_sessions s
  join users u on u.org_id = s.org_id and u.id = s.user_id
 where s.org_id = ${orgId} and s.service_provider_id = ${serviceProviderId} and s.name_id = ${nameId}
   and s.expires_at > now() and (${format}::text is null or s.name_id_format = ${format}::text)
   and (${indexes}::jsonb = '[]'::jsonb or s.session_index in (select jsonb_array_elements_text(${indexes}::jsonb)))
 order by 1`;
};
