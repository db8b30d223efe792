import { sql, type Sql } from '../../../lib/sql.ts';
import { nameHash } from '../../directory/sql/names.ts';
import type { Tx } from '../../../platform/tx.ts';

export interface AskedLink {
  id: string;
  purpose: 'SIGN_IN' | 'RESET_PASSWORD' | 'VERIFY_EMAIL' | 'CREATE_ACCOUNT';
  /** The name that was typed; null if the user is known. */
  askedFor: string | null;
  /** The typed name without spaces around it, or the id of the user: requests are counted by its hash. */
  countedBy: string;
  userId: string | null;
  browserId: string | null;
  /** Where the request came from (`networkOf`); null where the user is known. */
  network: string | null;
  /** A hash of the subnet that the request came from; null where the user is known. */
  subnet: Buffer | null;
  signInId: string | null;
  locale: string | null;
  ttlSeconds: number;
  maxPerHour: number;
}

/**
 * Notes a request for a link. Requests are counted for each requester: a browser that the user has signed in by before has a
 * count of its own, and so has every network. Both look-ups happen for every name, so that the time tells nothing.
 * @returns undefined when this requester asked often enough in the last hour, which the answer does not show; else whether
 * the browser is not one that the user has signed in by
 */
export async function askForLinkRow(
  tx: Tx,
  orgId: string,
  asked: AskedLink,
): Promise<{ byStranger: boolean } | undefined> {
  return tx.row<{ byStranger: boolean }>(ask(orgId, asked));
}

/** Matches rows of `mailed_links` whose requester is a browser that the user has signed in by before. */
export const ofKnownBrowser = sql`requester = sha256(convert_to('browser ' || browser_id::text, 'UTF8'))`;

const ask = (orgId: string, asked: AskedLink): Sql => {
  const { id, purpose, askedFor, countedBy, userId, browserId } = asked;
  const { network, subnet, signInId, locale, ttlSeconds, maxPerHour } = asked;
  return sql`
with asking as (
  select case when ${network}::text is not null then sha256(convert_to(
    case when exists (select from sign_in_names s
                        join known_browsers k on k.org_id = s.org_id and k.user_id = s.user_id
                       where s.org_id = ${orgId} and s.name = lower(${countedBy}) and k.browser_id = ${browserId}::uuid)
         then 'browser ' || ${browserId}::text else 'network ' || ${network}::text end, 'UTF8')) end as requester
)
insert into mailed_links
  (org_id, id, purpose, asked_for, asked_hash, user_id, browser_id, sign_in_id, locale, expires_at, subnet, requester)
select ${orgId}, ${id}::uuid, ${purpose}, ${askedFor}, ${nameHash(countedBy)}, ${userId}, ${browserId}::uuid, ${signInId}, ${locale}, now() + ${ttlSeconds}::int * interval '1 second', ${subnet}::bytea,
       asking.requester
  from asking
 where (select count(*) from mailed_links l
         where l.org_id = ${orgId} and l.asked_hash = ${nameHash(countedBy)} and l.purpose = ${purpose}
           and l.requester is not distinct from asking.requester and l.created_at > now() - interval '1 hour') < ${maxPerHour}::int
returning requester is not null and (${ofKnownBrowser}) is not true as "byStranger"`;
};

/** The address of a person who has not proved that it is theirs; undefined when they have, or have none. */
export async function unprovedAddress(tx: Tx, orgId: string, userId: string): Promise<string | undefined> {
  const row = await tx.row<{ email: string }>(
    sql`select email from users where org_id = ${orgId} and id = ${userId} and email is not null and not email_verified`,
  );
  return row?.email;
}
