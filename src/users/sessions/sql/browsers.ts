import type { Pool } from 'pg';
import type { Tx } from '../../../platform/tx.ts';

/** The browser whose cookie has this hash. When it was seen is noted once an hour, or every page would be a write. */
export async function browserByToken(tx: Tx, tokenHash: Buffer): Promise<string | undefined> {
  const [row] = await tx.execute<{ id: string }[]>(find, { tokenHash });
  return row?.id;
}

export async function addBrowser(tx: Tx, id: string, tokenHash: Buffer): Promise<void> {
  await tx.execute('insert into browsers (id, token_hash) values (?, ?)', [id, tokenHash]);
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
  const rows = await tx.execute<object[]>(replace, [to, id, from]);
  return rows.length > 0;
}

const replace = `
update browsers set token_hash = ?, last_seen_at = now(), known = true where id = ? and token_hash = ? returning id`;

/** The parts of a statement that find the browser whose cookie has `:tokenHash`: `found` is the browser. They note its use. */
export const foundBrowser = `
found as materialized (select id, last_seen_at from browsers where token_hash = :tokenHash),
seen as (
  update browsers b set last_seen_at = now() from found
   where b.id = found.id and found.last_seen_at < now() - interval '1 hour'
)`;

const find = `with ${foundBrowser} select id from found`;

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
  const rows = await tx.execute<object[]>(known, [orgId, userId, browserId]);
  return rows.length > 0;
}

const known = 'select 1 from known_browsers where org_id = ? and user_id = ? and browser_id = ?';

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
  const values = [tokenHash, orgId ?? null];
  const { rows } = await pool.query<UserOfBrowser>({ name: 'user-of-browser', text: user, values });
  return rows[0];
}

const user = `
select k.org_id as "orgId", k.user_id as "userId"
  from browsers b
  join known_browsers k on k.browser_id = b.id
 where b.token_hash = $1 and ($2::text is null or k.org_id = $2)
 order by k.org_id, k.user_id
 limit 1`;
