import type { Pool } from 'pg';
import { named, numbered, sql, type Sql } from '../../lib/sql.ts';
import type { Locked } from '../../platform/locked.ts';
import type { Tx } from '../../platform/tx.ts';
import type { User } from '../../users/directory/entities/user.ts';
import type { Granted } from '../granted.ts';
import type { ClientOrigin } from '../client-origin.ts';
import { liveLogin } from '../../users/sessions/sql/logins.ts';
import { deletionWhere } from './oidc-grants.ts';

/** The key of a consent: the user who gave it, and the client. */
export interface ConsentKey {
  orgId: string;
  userId: string;
  clientId: string;
}

/** Finds the rights that a user allowed an application, and did not take back. */
export async function findOidcConsent(pool: Pool, key: ConsentKey): Promise<Granted | undefined> {
  const { rows } = await pool.query<{ granted: Granted }>(numbered(named('find-oidc-consent', find(key))));
  return rows[0]?.granted;
}

const find = ({ orgId, userId, clientId }: ConsentKey): Sql =>
  sql`select granted from oidc_consents where org_id = ${orgId} and user_id = ${userId} and client_id = ${clientId}`;

/**
 * Notes that a client used a consent. Call it when its grant is stored. A withdrawal at the same time either came first, or
 * waits for this row and then finds the grant.
 * @returns false when it was withdrawn
 */
export async function useOidcConsent(pool: Pool, key: ConsentKey): Promise<boolean> {
  const { rowCount } = await pool.query(numbered(named('use-oidc-consent', use(key))));
  return rowCount === 1;
}

const use = ({ orgId, userId, clientId }: ConsentKey): Sql => sql`
update oidc_consents set last_used_at = now()
 where org_id = ${orgId} and user_id = ${userId} and client_id = ${clientId}`;

/** Reads what a user allowed a client. Under the lock, no other transaction saves or ends this consent. */
export async function readConsent(
  tx: Tx,
  { orgId, id: userId }: Locked<User>,
  clientId: string,
): Promise<Granted | undefined> {
  const row = await tx.row<{ granted: Granted }>(find({ orgId, userId, clientId }));
  return row?.granted;
}

/** Saves a consent. If there was one before, its `granted_at` stays. @returns false if the client does not exist any more */
export async function saveConsent(
  tx: Tx,
  { orgId, id: userId }: Locked<User>,
  clientId: string,
  granted: Granted,
): Promise<boolean> {
  return tx.has(sql`
insert into oidc_consents (org_id, user_id, client_id, granted, granted_at)
select k.org_id, ${userId}, k.id, ${JSON.stringify(granted)}::jsonb, now()
  from oidc_clients k where k.org_id = ${orgId} and k.id = ${clientId}
on conflict (org_id, user_id, client_id) do update set granted = excluded.granted
returning client_id`);
}

export interface EndedConsent {
  clientName: string;
  granted: Granted;
}

/**
 * Takes back what was allowed, and ends what was issued by it: grants, codes and tokens, those of devices too, and those
 * that other applications got for them.
 * @returns undefined when nothing was allowed
 */
export async function endConsent(
  tx: Tx,
  { orgId, id: userId }: Locked<User>,
  clientId: string,
): Promise<EndedConsent | undefined> {
  const ended = await tx.row<EndedConsent>(end({ orgId, userId, clientId }));
  // A statement of its own: it sees the grant of a sign-in that used the consent while the first one waited for its row.
  if (ended) await tx.run(endIssued({ orgId, userId, clientId }));
  return ended;
}

/** A grant of a client that keeps no consent. */
export interface OwnGrant {
  /** As the engine has stored it. */
  payload: string;
  createdAt: string;
}

/** Ends all that was issued to a client for a user: grants, codes and tokens. */
export async function endOwnGrants(
  tx: Tx,
  { orgId, id: userId }: Locked<User>,
  clientId: string,
): Promise<void> {
  await tx.run(endIssued({ orgId, userId, clientId }));
}

/** More than any user has computers. A user with more of them can end them all. */
const mostGrants = 200;

/** The grants of a client whose sessions go on, the oldest first. */
export const listOwnGrants = (tx: Tx, key: ConsentKey): Promise<OwnGrant[]> =>
  tx.rows<OwnGrant>(ownGrants(key));

const ownGrants = ({ orgId, userId, clientId }: ConsentKey): Sql => sql`
select a.payload, a.created_at as "createdAt" from oidc_artifacts a
 where a.org_id = ${orgId} and a.user_id = ${userId} and a.client_id = ${clientId} and a.model = 'Grant'
   and a.payload is not null and a.expires_at > now()
   and exists (select from login_sessions l where l.org_id = a.org_id and l.id = a.login_id and ${liveLogin})
 order by a.created_at limit ${mostGrants}`;

/** When a client last got a token for a user; null if it has none. */
export async function lastTokenAt(tx: Tx, key: ConsentKey): Promise<string | null> {
  return (await tx.row<{ lastUsedAt: string | null }>(lastToken(key)))?.lastUsedAt ?? null;
}

const lastToken = ({ orgId, userId, clientId }: ConsentKey): Sql => sql`
select max(created_at) as "lastUsedAt" from oidc_artifacts
 where org_id = ${orgId} and user_id = ${userId} and client_id = ${clientId} and model in ('AccessToken', 'RefreshToken')`;

const end = ({ orgId, userId, clientId }: ConsentKey): Sql => sql`
delete from oidc_consents c using oidc_clients k
 where c.org_id = ${orgId} and c.user_id = ${userId} and c.client_id = ${clientId} and k.org_id = c.org_id and k.id = c.client_id
returning k.name as "clientName", c.granted`;

const endIssued = ({ orgId, userId, clientId }: ConsentKey): Sql =>
  deletionWhere(sql`(a.org_id, a.model, a.id_hash) in (
  with own as materialized (
    select org_id, model, id_hash, grant_id from oidc_artifacts
     where org_id = ${orgId} and user_id = ${userId} and client_id = ${clientId}
  )
  select org_id, model, id_hash from own
  union all
  select o.org_id, o.model, o.id_hash
    from own join oidc_artifacts o on o.org_id = own.org_id and o.grant_id = own.grant_id
   where own.model = 'Grant'
)`);

/** Removes all consents of a user who was deleted. */
export async function forgetConsents(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.run(sql`delete from oidc_consents where org_id = ${orgId} and user_id = ${userId}`);
}

export interface ListedConsent {
  clientId: string;
  clientName: string;
  granted: Granted;
  grantedAt: string;
  lastUsedAt: string | null;
}

/** A client with a consent, and who vouches for it. */
export interface ListedClient extends ListedConsent {
  origin: ClientOrigin;
  redirectUris: string[];
  /** Whether an administrator gave the client of a stranger an identity. */
  isApproved: boolean;
}

/** The applications that a person allowed something, by their names. */
export async function listConsents(tx: Tx, orgId: string, userId: string): Promise<ListedClient[]> {
  return tx.rows<ListedClient>(list(orgId, userId));
}

// A token is made when an application uses what it was allowed, also where there is no user at a browser.
const list = (orgId: string, userId: string): Sql => sql`
select c.client_id as "clientId", k.name as "clientName", k.origin, k.redirect_uris as "redirectUris",
       k.identity_id is not null as "isApproved", c.granted, c.granted_at as "grantedAt",
       greatest(c.last_used_at, (
         select max(a.created_at) from oidc_artifacts a
          where a.org_id = c.org_id and a.user_id = c.user_id and a.client_id = c.client_id
            and a.model in ('AccessToken', 'RefreshToken'))) as "lastUsedAt"
  from oidc_consents c
  join oidc_clients k on k.org_id = c.org_id and k.id = c.client_id
 where c.org_id = ${orgId} and c.user_id = ${userId}
 order by k.name, c.client_id limit 200`;
