import { sql, type Sql } from '../../../lib/sql.ts';
import { onlyUserOf, usersSpelled } from '../../directory/sql/names.ts';
import type { Tx } from '../../../platform/tx.ts';

/** A link to store. */
interface NewLink {
  id: string;
  tokenHash: Buffer;
  /** Null if the link is for the first owner. */
  userId: string | null;
  expiresAt: Date;
}

/** Stores a link. The link that the tenant had before is gone, and so are the sign-ins that it began. */
export async function saveDashboardLink(tx: Tx, orgId: string, link: NewLink): Promise<void> {
  await tx.run(save(orgId, link));
}

const save = (orgId: string, { id, tokenHash, userId, expiresAt }: NewLink): Sql => sql`
insert into dashboard_links (org_id, id, token_hash, user_id, expires_at)
values (${orgId}, ${id}, ${tokenHash}, ${userId}, ${expiresAt.toISOString()}::timestamptz)
on conflict (org_id) do update
   set id = excluded.id, token_hash = excluded.token_hash, user_id = excluded.user_id, expires_at = excluded.expires_at, used_at = null`;

/** Tells whether a link has this token and can be used. It takes no lock: a stranger's guess must not wait for a tenant, or stop it. */
export async function isDashboardLink(tx: Tx, orgId: string, tokenHash: Buffer): Promise<boolean> {
  return tx.has(sql`select from dashboard_links where ${usable(orgId, tokenHash)}`);
}

const usable = (orgId: string, tokenHash: Buffer): Sql =>
  sql`org_id = ${orgId} and token_hash = ${tokenHash} and used_at is null and expires_at > now()`;

/** @returns the link, if this was its token and it was not used before: of parallel calls only one gets it */
export async function takeDashboardLink(
  tx: Tx,
  orgId: string,
  tokenHash: Buffer,
): Promise<{ id: string; userId: string | null } | undefined> {
  return tx.row<{ id: string; userId: string | null }>(take(orgId, tokenHash));
}

const take = (orgId: string, tokenHash: Buffer): Sql => sql`
update dashboard_links d set used_at = now()
 where ${usable(orgId, tokenHash)}
   -- A user who is an owner no longer gets nothing by a link from before.
   and (user_id is null or exists (
     select from users u where u.org_id = d.org_id and u.id = d.user_id and 'OWNER' = any (u.roles)))
returning id, user_id as "userId"`;

/** Notes which user a link has led to, so that it goes with the user. */
export async function noteUserOfLink(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.run(sql`update dashboard_links set user_id = ${userId} where org_id = ${orgId}`);
}

/**
 * Tells whether an owner can sign in: by a password, a passkey, or an account at another provider. An e-mail does not count, because
 * a service that has just begun sends none.
 */
export async function canOwnerSignIn(tx: Tx, orgId: string): Promise<boolean> {
  return tx.has(signing(orgId));
}

const signing = (orgId: string): Sql => sql`
select from users u
 where u.org_id = ${orgId} and 'OWNER' = any (u.roles) and u.status = 'ACTIVE' and (u.expires_at is null or u.expires_at > now())
   and (u.password_hash is not null
     or exists (select from passkeys p where p.org_id = u.org_id and p.user_id = u.id)
     or exists (select from social_links l where l.org_id = u.org_id and l.user_id = u.id))
 limit 1`;

/** Ends the link of a tenant, and the sign-in that it began. */
export async function endDashboardLink(tx: Tx, orgId: string): Promise<void> {
  await tx.run(sql`delete from dashboard_links where org_id = ${orgId}`);
}

/** A user who has a name that the first owner could have. */
export interface NamedFirst {
  id: string;
  /** Whether the user is an owner who is active now. */
  isOwner: boolean;
}

/** Finds users with a name or an address, in any spelling. */
export const usersNamed = (tx: Tx, orgId: string, name: string): Promise<NamedFirst[]> =>
  tx.rows<NamedFirst>(namedFirst(orgId, name));

const namedFirst = (orgId: string, name: string): Sql => sql`
select u.id, 'OWNER' = any (u.roles) and u.status = 'ACTIVE' and (u.expires_at is null or u.expires_at > now()) as "isOwner"
  from users u
 where u.org_id = ${orgId} and u.released_at is null and u.id in (${usersSpelled(orgId, name, ['username', 'email'])})`;

/** An owner who can get a link to the dashboard. */
export interface OwnerNamed {
  id: string;
  username: string;
  email: string | null;
}

/**
 * Lists two owners who are active now, if there are as many: those with an address first.
 * @param named the address or the username; undefined for any
 */
export const activeOwners = (tx: Tx, orgId: string, named: string | undefined): Promise<OwnerNamed[]> =>
  tx.rows<OwnerNamed>(active(orgId, named ?? null));

const active = (orgId: string, named: string | null): Sql => sql`
select u.id, u.username, u.email from users u
 where u.org_id = ${orgId} and 'OWNER' = any (u.roles) and u.status = 'ACTIVE' and (u.expires_at is null or u.expires_at > now())
   and (${named}::text is null or lower(u.email) = lower(${named}) or lower(u.username) = lower(${named})
        or u.id = (${onlyUserOf(orgId, sql`${named}::text`, ['username', 'email'])}))
 order by lower(u.email) = lower(${named}) desc nulls last, u.email is null, u.created_at, u.id limit 2`;
