import { type Shared, shared, sql, type Sql, withSecret } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** Writes an invitation that has no token yet; an earlier one of the same person, and its link, end with it. */
export async function renewInvitation(tx: Tx, renewed: RenewedInvitation): Promise<void> {
  await tx.run(renew(renewed));
}

interface RenewedInvitation {
  orgId: string;
  userId: string;
  by: string | null;
  now: Date;
}

const renew = ({ orgId, userId, by, now }: RenewedInvitation): Sql => sql`
insert into invitations (org_id, user_id, invited_by, created_at)
values (${orgId}, ${userId}, ${by}, ${now.toISOString()}::timestamptz)
on conflict (org_id, user_id)
  do update set token_hash = null, expires_at = null, invited_by = excluded.invited_by, created_at = excluded.created_at`;

export interface IssuedInvitation {
  email: string;
  /** The name that the mail calls the user by; null without a name, or if the user has not proved the address. */
  name: string | null;
  /** The language they are known to speak, as a tag. */
  locale: string | null;
}

interface NewToken {
  orgId: string;
  userId: string;
  tokenHash: Buffer;
  now: Date;
  expiresAt: Date;
}

/**
 * Gives a waiting invitation its token, which replaces a token it may have had, and notes the time with the user.
 * @returns undefined when no user waits for it: the user is gone, has accepted, was suspended, or has no address
 */
export async function issueInvitation(tx: Tx, token: NewToken): Promise<IssuedInvitation | undefined> {
  return tx.row<IssuedInvitation>(issue(token));
}

// The statement locks the user first, as the deletion of a user does. The version stays: no request changed the user, so no
// ETag becomes stale.
const issue = ({ orgId, userId, tokenHash, now, expiresAt }: NewToken): Sql => sql`
with person as materialized (
  select org_id, id from users
   where org_id = ${orgId} and id = ${userId} and status = 'INVITED' and email is not null and released_at is null
     and (expires_at is null or expires_at > ${now.toISOString()}::timestamptz)
     for no key update
), issued as (
  update invitations as i set token_hash = decode(${tokenHash.toString('hex')}, 'hex'), expires_at = ${expiresAt.toISOString()}::timestamptz
    from person as p
   where i.org_id = p.org_id and i.user_id = p.id
  returning i.org_id, i.user_id
)
update users as u set invited_at = ${now.toISOString()}::timestamptz
  from issued as i
 where u.org_id = i.org_id and u.id = i.user_id
returning u.email, case when u.email_verified then coalesce(u.display_name, u.first_name) end as name, u.locale`;

/** An invited user, and the words that the user's password must not be made of. */
export interface Invitee {
  id: string;
  email: string;
  username: string;
  firstName: string | null;
  lastName: string | null;
  displayName: string | null;
}

/**
 * Finds the user of an invitation, and changes nothing.
 * @returns undefined when the invitation does not work (any more)
 */
export async function findInvitee(tx: Tx, orgId: string, tokenHash: Buffer): Promise<Invitee | undefined> {
  return tx.row<Invitee>(find(orgId, tokenHash));
}

export interface AcceptedInvitation {
  id: string;
  name: string;
  wasVerified: boolean;
}

/**
 * Uses an invitation up. The user becomes ACTIVE, has this password, and has proved the address of the invitation. If
 * many requests do so at once, one succeeds. The statement locks the user first, as the deletion of a user does.
 */
export async function acceptInvitationRow(
  tx: Tx,
  orgId: string,
  { tokenHash, passwordHash }: { tokenHash: Buffer; passwordHash: string },
): Promise<AcceptedInvitation | undefined> {
  const statement = accept(shared(orgId), shared(tokenHash), passwordHash);
  return tx.row<AcceptedInvitation>(withSecret(statement));
}

const invited = (orgId: string | Shared, tokenHash: Buffer | Shared): Sql => sql`
  from invitations i join users u on u.org_id = i.org_id and u.id = i.user_id
 where i.org_id = ${orgId} and i.token_hash = ${tokenHash} and i.expires_at > now() and u.status = 'INVITED' and u.email is not null
   and u.released_at is null and (u.expires_at is null or u.expires_at > now())`;

const find = (orgId: string, tokenHash: Buffer): Sql => sql`
select u.id, u.email, u.username, u.first_name as "firstName", u.last_name as "lastName",
       u.display_name as "displayName" ${invited(orgId, tokenHash)}`;

const accept = (orgId: Shared, tokenHash: Shared, passwordHash: string): Sql => sql`
with person as materialized (
  select u.org_id, u.id, u.email_verified ${invited(orgId, tokenHash)} for no key update of u
), spent as (
  delete from invitations i using person p
   where i.org_id = ${orgId} and i.user_id = p.id and i.token_hash = ${tokenHash}
  returning i.user_id
)
update users u
   set status = 'ACTIVE', activated_at = coalesce(u.activated_at, now()), email_verified = true, email_proof = 'BY_MAIL',
       password_hash = ${passwordHash},
       previous_password_hashes = '{}', password_changed_at = now(), version = u.version + 1, updated_at = now()
  from person p join spent s on s.user_id = p.id
 where u.org_id = p.org_id and u.id = p.id and u.status = 'INVITED'
returning u.id, coalesce(u.display_name, u.username) as name, p.email_verified as "wasVerified"`;

/** Tells whether a user has an invitation link that still works. */
export async function hasInvitationLink(tx: Tx, orgId: string, userId: string): Promise<boolean> {
  return tx.has(working(orgId, userId));
}

const working = (orgId: string, userId: string): Sql => sql`
select from invitations where org_id = ${orgId} and user_id = ${userId} and token_hash is not null and expires_at > now()`;

/** The link to choose a password works no longer. @returns whether the user had an invitation */
export async function forgetInvitation(tx: Tx, orgId: string, userId: string): Promise<boolean> {
  return tx.has(
    sql`delete from invitations where org_id = ${orgId} and user_id = ${userId} returning user_id`,
  );
}
