import type { EntityManager } from '@mikro-orm/postgresql';
import type { UserStatus } from '../../directory/entities/user.ts';
import { type AskedLink, ofKnownBrowser } from './ask-for-link.ts';

export interface WaitingLink {
  purpose: AskedLink['purpose'];
  /** What was typed; null where the person is known. */
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
export async function waitingLink(
  em: EntityManager,
  orgId: string,
  id: string,
): Promise<WaitingLink | undefined> {
  const [row] = await em.execute<WaitingLink[]>(waiting, [orgId, id]);
  return row;
}

export interface Recipient {
  id: string;
  status: UserStatus;
  email: string | null;
  /** What to call them; null when we know no name. */
  name: string | null;
  locale: string | null;
}

/** Holds the person until the link is sent, so that links to them are counted one after the other. */
export async function lockRecipient(
  em: EntityManager,
  orgId: string,
  userId: string,
): Promise<Recipient | undefined> {
  const [row] = await em.execute<Recipient[]>(recipient, [orgId, userId]);
  return row;
}

const waiting = `
select purpose, asked_for as "askedFor", user_id as "userId", email, locale,
       ceil(extract(epoch from expires_at - created_at) / 60)::int as minutes,
       requester is not null and token_hash is null as "isUncounted", (${ofKnownBrowser}) is true as "isKnown", subnet
  from mailed_links
 where org_id = ? and id = ?::uuid and used_at is null and expires_at > now()
   and (asked_for is not null or user_id is not null or email is not null)`;

const recipient = `
select id, status, email, coalesce(display_name, first_name) as name, locale
  from users
 where org_id = ? and id = ? and released_at is null and (expires_at is null or expires_at > now())
   for no key update`;
