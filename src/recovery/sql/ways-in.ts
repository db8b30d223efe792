import { type Sql, sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';

/** Ways to sign in that a user lost after the backup. A time is the one of the last change: what was made then, or later, stays. */
export interface LostWays {
  password: string | undefined;
  passkeys: readonly string[] | 'all';
  /** Providers whose accounts were disconnected. */
  accounts: readonly string[] | 'all';
  totp: string | undefined;
  recoveryCodes: string | undefined;
}

/** Takes ways to sign in from a user. @returns the names of what was there */
export async function takeWaysIn(
  tx: Tx,
  orgId: string,
  userId: string,
  { password, passkeys, accounts, totp, recoveryCodes }: LostWays,
): Promise<string[]> {
  const taken: string[] = [];
  const take = async (name: string, way: Sql): Promise<void> => {
    if (await tx.has(way)) taken.push(name);
  };
  if (password !== undefined) await take('password', passwordOf({ orgId, userId, before: password }));
  for (const [name, of, ids] of [
    ['passkeys', passkeysOf, passkeys],
    ['socialAccounts', accountsOf, accounts],
  ] as const) {
    const these = { isAll: ids === 'all', ids: JSON.stringify(ids === 'all' ? [] : ids) };
    if (ids.length > 0) await take(name, of({ orgId, userId, ...these }));
  }
  if (totp !== undefined) await take('totp', appOf({ orgId, userId, before: totp }));
  if (recoveryCodes !== undefined)
    await take('recoveryCodes', codesOf({ orgId, userId, before: recoveryCodes }));
  return taken;
}

interface Before {
  orgId: string;
  userId: string;
  /** A time. */
  before: string;
}

interface These {
  orgId: string;
  userId: string;
  isAll: boolean;
  /** In JSON. */
  ids: string;
}

const passwordOf = ({ orgId, userId, before }: Before): Sql => sql`
update users set password_hash = null, previous_password_hashes = '{}', password_changed_at = now(), version = version + 1,
       updated_at = now()
 where org_id = ${orgId} and id = ${userId} and password_hash is not null
   and coalesce(password_changed_at, '-infinity') < ${before}::timestamptz
returning id`;
const passkeysOf = ({ orgId, userId, isAll, ids }: These): Sql => sql`
delete from passkeys where org_id = ${orgId} and user_id = ${userId}
   and (${isAll}::boolean or id in (select jsonb_array_elements_text(${ids}::jsonb)))
returning id`;
const accountsOf = ({ orgId, userId, isAll, ids }: These): Sql => sql`
delete from social_links where org_id = ${orgId} and user_id = ${userId}
   and (${isAll}::boolean or provider_id in (select jsonb_array_elements_text(${ids}::jsonb)))
returning user_id`;
const appOf = ({ orgId, userId, before }: Before): Sql => sql`
delete from totp_factors where org_id = ${orgId} and user_id = ${userId} and created_at < ${before}::timestamptz
returning user_id`;
const codesOf = ({ orgId, userId, before }: Before): Sql => sql`
delete from recovery_codes where org_id = ${orgId} and user_id = ${userId} and created_at < ${before}::timestamptz
returning user_id`;
