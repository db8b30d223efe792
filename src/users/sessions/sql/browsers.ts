import type { Pool } from 'pg';
import { named, numbered, type Shared, shared, sql, type Sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** The browser whose cookie has this hash. When it was seen is noted once an hour, or every page would be a write. */
export async function browserByToken(tx: Tx, tokenHash: Buffer): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`with ${foundBrowser(tokenHash)} select id from found`);
  return row?.id;
}

export async function addBrowser(tx: Tx, id: string, tokenHash: Buffer): Promise<void> {
  await tx.run(sql`insert into browsers (id, token_hash) values (${id}, ${tokenHash})`);
}

/**
 * Gives the browser of a signed-in user another token; the token before stops working.
 * @returns false when the browser has another token already: of two requests with the same token, one gets the next
 */
export async function replaceToken(
  tx: Tx,
  id: string,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<boolean> {
  return tx.has(sql`
update browsers set token_hash = ${to}, last_seen_at = now(), known = true
 where id = ${id} and token_hash = ${from} returning id`);
}

/** The parts of a statement that find the browser whose cookie has this hash: `found` is the browser. They note its use. */
export const foundBrowser = (tokenHash: Buffer | null): Sql => sql`
found as materialized (select id, last_seen_at from browsers where token_hash = ${tokenHash}),
seen as (
  update browsers b set last_seen_at = now() from found
   where b.id = found.id and found.last_seen_at < now() - interval '1 hour'
)`;

/**
 * Tells whether the user has signed in by this browser before. Also runs where there is no user, so that it takes as
 * long.
 */
export async function isKnownBrowser(
  tx: Tx,
  orgId: string,
  userId: string,
  browserId: string,
): Promise<boolean> {
  return tx.has(
    sql`select 1 from known_browsers where org_id = ${orgId} and user_id = ${userId} and browser_id = ${browserId}`,
  );
}

/** A user who has signed in with a browser before. */
export interface UserOfBrowser {
  orgId: string;
  userId: string;
}

/**
 * Finds a user who has signed in with the browser of this cookie, in a tenant or in any. Whether the user may still sign in is not read: the
 * user only counts requests. If several users have, the statement always finds the same one.
 */
export async function userOfBrowser(
  pool: Pool,
  tokenHash: Buffer,
  orgId: string | undefined,
): Promise<UserOfBrowser | undefined> {
  const statement = named('user-of-browser', user(tokenHash, shared(orgId ?? null)));
  const { rows } = await pool.query<UserOfBrowser>(numbered(statement));
  return rows[0];
}

const user = (tokenHash: Buffer, orgId: Shared): Sql => sql`
select k.org_id as "orgId", k.user_id as "userId"
  from browsers b
  join known_browsers k on k.browser_id = b.id
 where b.token_hash = ${tokenHash} and (${orgId}::text is null or k.org_id = ${orgId})
 order by k.org_id, k.user_id
 limit 1`;
