import { sql, type Sql } from '../../../lib/sql.ts';
import type { Locked } from '../../../platform/locked.ts';
import { isSpelled } from '../../../platform/sql/spellings.ts';
import type { Tx } from '../../../platform/tx.ts';
import type { UserStatus } from '../../directory/entities/user.ts';
import { type AskedLink, ofKnownBrowser } from './ask-for-link.ts';

export interface WaitingLink {
  purpose: AskedLink['purpose'];
  /** The name that was typed; null if the user is known. */
  askedFor: string | null;
  userId: string | null;
  /** That a mail went to before; null until one did. */
  email: string | null;
  /** The language of the browser that asked. */
  locale: string | null;
  minutes: number;
  /** Whether its mail is still to be counted: a browser asked for it, and no attempt has made a token yet. */
  isUncounted: boolean;
  /** Whether the user has signed in before by the browser that asked. */
  isKnown: boolean;
  /** A hash of the subnet that asked; null if the user is known, or if the release before wrote the row. */
  subnet: Buffer | null;
}

/** A link that is to be sent. @returns undefined when it is too late for it */
export async function waitingLink(tx: Tx, orgId: string, id: string): Promise<WaitingLink | undefined> {
  return tx.row<WaitingLink>(waiting(orgId, id));
}

export interface Recipient {
  id: string;
  status: UserStatus;
  email: string | null;
  /** The name that the mail calls the user by; null without a name, or if the user has not proved the address. */
  name: string | null;
  locale: string | null;
}

/** Locks a user until the link is sent, so that links to one user are counted one after the other. */
export async function lockRecipient(
  tx: Tx,
  orgId: string,
  userId: string,
): Promise<Locked<Recipient> | undefined> {
  return tx.row<Locked<Recipient>>(recipient(orgId, userId));
}

const waiting = (orgId: string, id: string): Sql => sql`
select purpose, asked_for as "askedFor", user_id as "userId", email, locale,
       ceil(extract(epoch from expires_at - created_at) / 60)::int as minutes,
       requester is not null and token_hash is null as "isUncounted", (${ofKnownBrowser}) is true as "isKnown", subnet
  from mailed_links
 where org_id = ${orgId} and id = ${id}::uuid and used_at is null and expires_at > now()
   and (asked_for is not null or user_id is not null or email is not null)`;

const recipient = (orgId: string, userId: string): Sql => sql`
select id, status, email, case when email_verified then coalesce(display_name, first_name) end as name, locale
  from users
 where org_id = ${orgId} and id = ${userId} and released_at is null and (expires_at is null or expires_at > now())
   for no key update`;

interface NewToken {
  id: string;
  tokenHash: Buffer;
  /** Undefined if no user has the address yet. */
  recipient: Locked<Recipient> | undefined;
  email: string;
  maxPerHour: number;
}

/**
 * Gives a link its token, instead of the one it may have had, unless enough links of its purpose were sent to this person
 * or this address in the last hour, which the same requester asked for. Links to one address are issued one after the other.
 * @returns whether the mail is to be sent
 */
export async function issueLink(
  tx: Tx,
  orgId: string,
  { id, tokenHash, recipient: user, email, maxPerHour }: NewToken,
): Promise<boolean> {
  if (!user) await lockAddress(tx, orgId, email);
  const userId = user?.id ?? null;
  return tx.has(issue(orgId, { id, tokenHash, userId, email, maxPerHour }));
}

/** Makes changes that concern one address wait for each other, if there is no user to lock. */
export async function lockAddress(tx: Tx, orgId: string, email: string): Promise<void> {
  // Folded as `issue` folds it, or two spellings of one address would not wait for each other.
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${orgId}::text || ' ' || sign_in_key(${email}), 21))`,
  );
}

/** Takes the token back in the transaction that made it: the mail is not sent. */
export async function takeTokenBack(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx.run(sql`update mailed_links set token_hash = null where org_id = ${orgId} and id = ${id}::uuid`);
}

/** Deletes the typed name when it is not needed any longer. */
export async function forgetAsked(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx.run(sql`update mailed_links set asked_for = null where org_id = ${orgId} and id = ${id}::uuid`);
}

type Issued = Omit<NewToken, 'recipient'> & { userId: string | null };

// A link to create an account works in any browser, and its row must outlive the browser that asked: used links are counted.
const issue = (orgId: string, { id, tokenHash, userId, email, maxPerHour }: Issued): Sql => sql`
update mailed_links l set token_hash = ${tokenHash}, user_id = ${userId}, email = ${email}, asked_for = null,
       browser_id = case when purpose <> 'CREATE_ACCOUNT' then browser_id end
 where l.org_id = ${orgId} and l.id = ${id}::uuid and l.used_at is null
   and (select count(*) from mailed_links o
         where o.org_id = l.org_id and o.id <> l.id and o.purpose = l.purpose and o.token_hash is not null
           and o.requester is not distinct from l.requester
           and (o.user_id = ${userId} or ${isSpelled('o.email', email, 'sign_in_key')}) and o.created_at > now() - interval '1 hour') < ${maxPerHour}::int
returning l.id`;
