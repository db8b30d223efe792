import type { EntityManager, QueryResult } from '@mikro-orm/postgresql';

/** Somebody who is invited, and what their password may not be made of. */
export interface Invitee {
  id: string;
  email: string;
  username: string;
  firstName: string | null;
  lastName: string | null;
  displayName: string | null;
}

/** Whose invitation it is; looking changes nothing. @returns undefined when it does not work (any more) */
export async function findInvitee(
  em: EntityManager,
  orgId: string,
  tokenHash: Buffer,
): Promise<Invitee | undefined> {
  const [row] = await em.execute<Invitee[]>(find, [orgId, tokenHash]);
  return row;
}

/**
 * Uses an invitation up: the person is ACTIVE, has this password, and has proved the address it was sent to. Of many that
 * do so at once one succeeds. The person is locked first, as whoever deletes a person does.
 */
export async function acceptInvitationRow(
  em: EntityManager,
  orgId: string,
  { tokenHash, passwordHash }: { tokenHash: Buffer; passwordHash: string },
): Promise<{ id: string; name: string; wasVerified: boolean } | undefined> {
  const values = [orgId, tokenHash, orgId, tokenHash, passwordHash];
  const { row } = await em.execute<Accepted>(accept, values, 'run');
  return row;
}

type Accepted = Omit<QueryResult, 'row'> & { row?: { id: string; name: string; wasVerified: boolean } };

const invited = `
  from invitations i join users u on u.org_id = i.org_id and u.id = i.user_id
 where i.org_id = ? and i.token_hash = ? and i.expires_at > now() and u.status = 'INVITED' and u.email is not null
   and u.released_at is null and (u.expires_at is null or u.expires_at > now())`;

const find = `
select u.id, u.email, u.username, u.first_name as "firstName", u.last_name as "lastName",
       u.display_name as "displayName" ${invited}`;

const accept = `
with person as materialized (
  select u.org_id, u.id, u.email_verified ${invited} for no key update of u
), spent as (
  delete from invitations i using person p
   where i.org_id = ? and i.user_id = p.id and i.token_hash = ?
  returning i.user_id
)
update users u
   set status = 'ACTIVE', activated_at = coalesce(u.activated_at, now()), email_verified = true, password_hash = ?,
       previous_password_hashes = '{}', password_changed_at = now(), version = u.version + 1, updated_at = now()
  from person p join spent s on s.user_id = p.id
 where u.org_id = p.org_id and u.id = p.id and u.status = 'INVITED'
returning u.id, coalesce(u.display_name, u.username) as name, p.email_verified as "wasVerified"`;
