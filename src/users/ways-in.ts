import type { Locked } from '../platform/locked.ts';
import type { Tx } from '../platform/tx.ts';
import type { User } from './directory/entities/user.ts';
import { readOwnPassword } from './passwords/sql/own-password.ts';
import { authConfig } from './auth-config.ts';
import type { MailAbility } from './invitations/invitations.ts';
import { passkeySettings } from './passkeys/passkey-party.ts';
import { passkeysOf, usableAt } from './passkeys/passkeys.ts';

/** Where people sign in, and whether links by mail reach them. */
export interface Site {
  baseUrl: string;
  mail: MailAbility;
  wired: { waysIn: readonly WayIn[] };
}

/**
 * A way to sign in that a higher room knows of. `src/wiring.ts` lists them.
 * @param without the id of what is taken away, which does not count
 */
export type WayIn = (tx: Tx, userId: string, without: string) => Promise<boolean>;

/**
 * Tells whether a user can sign in by something else than this passkey or this account of a provider. So no user
 * removes their last way in by mistake. A way in that cannot be used now does not count: a passkey for another host,
 * a provider that is disabled. A factor that only counts beside another one does not count either. If two requests
 * run at once, the lock lets the second one see what the first took.
 * @param without the id of a passkey, or of the provider of an account
 */
export async function hasAnotherWayIn(
  tx: Tx,
  user: Locked<User>,
  without: string,
  { baseUrl, mail, wired }: Site,
): Promise<boolean> {
  const own = await readOwnPassword(tx, user.orgId, user.id);
  if (own && own.passwordHash !== null) return true;
  const { magicLink } = await authConfig(tx);
  if (magicLink.enabled && mail.enabled && user.email !== null) return true;
  const { enabled, passwordless, party } = await passkeySettings(tx, baseUrl);
  const passkeys = enabled && passwordless ? usableAt(party.rpId, await passkeysOf(tx, user.id)) : [];
  if (passkeys.some(({ id }) => id !== without)) return true;
  for (const hasOne of wired.waysIn) if (await hasOne(tx, user.id, without)) return true;
  return false;
}
