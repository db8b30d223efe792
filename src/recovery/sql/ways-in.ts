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
  const take = async (name: string, text: string, values: readonly unknown[] = []): Promise<void> => {
    const rows = await tx.execute<object[]>(text, [orgId, userId, ...values]);
    if (rows.length > 0) taken.push(name);
  };
  if (password !== undefined) await take('password', passwords, [password]);
  for (const [name, text, ids] of [
    ['passkeys', passkey, passkeys],
    ['socialAccounts', account, accounts],
  ] as const)
    if (ids.length > 0) await take(name, text, [ids === 'all', JSON.stringify(ids === 'all' ? [] : ids)]);
  if (totp !== undefined) await take('totp', app, [totp]);
  if (recoveryCodes !== undefined) await take('recoveryCodes', codes, [recoveryCodes]);
  return taken;
}

const passwords = `
update users set password_hash = null, previous_password_hashes = '{}', password_changed_at = now(), version = version + 1,
       updated_at = now()
 where org_id = ? and id = ? and password_hash is not null and coalesce(password_changed_at, '-infinity') < ?::timestamptz
returning id`;
const passkey = `
delete from passkeys where org_id = ? and user_id = ? and (?::boolean or id in (select jsonb_array_elements_text(?::jsonb)))
returning id`;
const account = `
delete from social_links where org_id = ? and user_id = ? and (?::boolean or provider_id in (select jsonb_array_elements_text(?::jsonb)))
returning user_id`;
const app =
  'delete from totp_factors where org_id = ? and user_id = ? and created_at < ?::timestamptz returning user_id';
const codes =
  'delete from recovery_codes where org_id = ? and user_id = ? and created_at < ?::timestamptz returning user_id';
