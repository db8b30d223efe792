import type { EntityManager } from '@mikro-orm/postgresql';

/** Ways to sign in that a user lost after the backup. */
export interface LostWays {
  /** The password was changed. */
  password: boolean;
  passkeys: readonly string[];
  /** Providers whose accounts were disconnected. */
  accounts: readonly string[];
  totp: boolean;
  recoveryCodes: boolean;
  /** The time of the first change: ways that were made later are from after the restore. */
  before: string;
}

/** Takes ways to sign in from a user. @returns the names of what was there */
export async function takeWaysIn(
  em: EntityManager,
  orgId: string,
  userId: string,
  { password, passkeys, accounts, totp, recoveryCodes, before }: LostWays,
): Promise<string[]> {
  const taken: string[] = [];
  const take = async (name: string, text: string, values: readonly unknown[] = []): Promise<void> => {
    const rows = await em.execute<object[]>(text, [orgId, userId, ...values]);
    if (rows.length > 0) taken.push(name);
  };
  if (password) await take('password', passwords, [before]);
  if (passkeys.length > 0) await take('passkeys', passkey, [JSON.stringify(passkeys)]);
  if (accounts.length > 0) await take('socialAccounts', account, [JSON.stringify(accounts)]);
  if (totp) await take('totp', app, [before]);
  if (recoveryCodes) await take('recoveryCodes', codes, [before]);
  return taken;
}

const passwords = `
update users set password_hash = null, previous_password_hashes = '{}', password_changed_at = now(), version = version + 1,
       updated_at = now()
 where org_id = ? and id = ? and password_hash is not null and coalesce(password_changed_at, '-infinity') < ?::timestamptz
returning id`;
const passkey = `
delete from passkeys where org_id = ? and user_id = ? and id in (select jsonb_array_elements_text(?::jsonb)) returning id`;
const account = `
delete from social_links where org_id = ? and user_id = ? and provider_id in (select jsonb_array_elements_text(?::jsonb))
returning user_id`;
const app =
  'delete from totp_factors where org_id = ? and user_id = ? and created_at < ?::timestamptz returning user_id';
const codes =
  'delete from recovery_codes where org_id = ? and user_id = ? and created_at < ?::timestamptz returning user_id';
