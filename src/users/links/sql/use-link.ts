import { sql, type Sql } from '../../../lib/sql.ts';
import type { AskedLink } from './ask-for-link.ts';
import type { Tx } from '../../../platform/tx.ts';

export interface LiveLink {
  id: string;
  /** Null when no user had the address. */
  userId: string | null;
  email: string;
  /** The user name; null when no user had the address. */
  username: string | null;
  browserId: string | null;
  signInId: string | null;
}

interface Presented {
  purpose: AskedLink['purpose'];
  tokenHash: Buffer;
}

/** A link that works still: looking changes nothing. */
export async function liveLink(tx: Tx, orgId: string, presented: Presented): Promise<LiveLink | undefined> {
  return tx.row<LiveLink>(sql`select ${columns} ${live(orgId, presented)}`);
}

/**
 * Uses a link up; of many that do so at once one succeeds. Locks the user first, as the deletion of a user does.
 * @param browser in which alone it works; null where it works in any
 */
export async function useLinkRow(
  tx: Tx,
  orgId: string,
  presented: Presented,
  browser: string | null,
): Promise<LiveLink | undefined> {
  const found = await liveLink(tx, orgId, presented);
  if (!found) return undefined;
  if (found.userId !== null) await tx.run(lock(orgId, found.userId));
  const used = await tx.run(use(orgId, found.id, presented, browser));
  return used > 0 ? found : undefined;
}

// A link dies when its user's address changes. A link that signs in also dies with a change of the password. The user
// may change the password because an attacker reads their mail.
const live = (orgId: string, { purpose, tokenHash }: Presented): Sql => sql`
  from mailed_links l left join users u on u.org_id = l.org_id and u.id = l.user_id
 where l.org_id = ${orgId} and l.token_hash = ${tokenHash} and l.purpose = ${purpose} and l.used_at is null and l.expires_at > now()
   and (l.user_id is null
     or (u.status = 'ACTIVE' and lower(u.email) = lower(l.email) and (u.expires_at is null or u.expires_at > now())
         and (l.purpose = 'VERIFY_EMAIL' or u.password_changed_at is null or u.password_changed_at <= l.created_at)))`;

const columns = sql`l.id, l.user_id as "userId", l.email, u.username, l.browser_id as "browserId",
       l.sign_in_id as "signInId"`;

const lock = (orgId: string, userId: string): Sql =>
  sql`select from users where org_id = ${orgId} and id = ${userId} for no key update`;

const use = (orgId: string, id: string, presented: Presented, browser: string | null): Sql => sql`
update mailed_links set used_at = now()
 where org_id = ${orgId} and id = ${id}::uuid and used_at is null and (${browser}::uuid is null or browser_id = ${browser}::uuid)
   and exists (select ${live(orgId, presented)})
returning id`;

/**
 * Notes that the mailbox of a user was proved. It was not, as long as only an administrator says so.
 * @returns what the person is called; undefined when the address was proved before, or is another one by now
 */
export async function verifyEmailRow(
  tx: Tx,
  orgId: string,
  userId: string,
  email: string,
): Promise<{ name: string; wasVerified: boolean } | undefined> {
  return tx.row<{ name: string; wasVerified: boolean }>(verify(orgId, userId, email));
}

const verify = (orgId: string, userId: string, email: string): Sql => sql`
with unproved as materialized (
  select org_id, id, email_verified from users
   where org_id = ${orgId} and id = ${userId} and lower(email) = lower(${email}) and (not email_verified or email_proof = 'BY_ADMIN')
     for no key update
)
update users u set email_verified = true, email_proof = 'BY_MAIL', version = u.version + 1, updated_at = now()
  from unproved p where u.org_id = p.org_id and u.id = p.id
returning coalesce(u.display_name, u.username) as name, p.email_verified as "wasVerified"`;
