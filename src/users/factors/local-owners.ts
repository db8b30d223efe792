import { Failure } from '../../failure.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { authConfig } from '../auth-config.ts';
import { lockOwnersOf } from '../directory/sql/users.ts';
import { passkeySettings } from '../passkeys/passkey-party.ts';
import { readLocalOwners } from './sql/local-owners.ts';

/**
 * Returns the owners who can sign in with two factors of Keyward: a password with an authenticator app or a passkey, or a passkey
 * alone where that signs in. A link by e-mail does not count: the mailbox may be behind the same identity provider.
 */
export async function localOwners(tx: Tx, baseUrl: string): Promise<string[]> {
  const { enabled, passwordless, party } = await passkeySettings(tx, baseUrl);
  const { totp } = await authConfig(tx);
  return readLocalOwners(tx, tenancyOf(tx).orgId, {
    totp: totp.enabled,
    enabled,
    passwordless,
    rpId: party.rpId,
  });
}

/**
 * Requires an owner who can sign in with two factors of Keyward. Call this before users must sign in elsewhere: the other
 * identity provider may fail. Changes that take such an owner away wait until the transaction ends.
 * @throws {Failure} LOCKOUT_RISK
 */
export async function requireOwnerWithTwoFactors(tx: Tx, baseUrl: string): Promise<void> {
  await lockOwnersOf(tx, tenancyOf(tx).orgId);
  if ((await localOwners(tx, baseUrl)).length > 0) return;
  throw new Failure('LOCKOUT_RISK', {
    owner:
      'no ACTIVE OWNER can sign in with two factors of Keyward, which you need if the identity provider fails. Have an owner set up a password with an authenticator app, or a passkey',
  });
}
