import { tenancyOf } from '../../platform/entities/owned.ts';
import type { FieldChange } from '../../platform/events.ts';
import { systemActor } from '../../platform/grants.ts';
import type { Locked } from '../../platform/locked.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Endings } from '../endings.ts';
import { forgetFactors } from '../factors/factors.ts';
import { mfaMethodsOf } from '../factors/sql/mfa-methods.ts';
import { forgetInvitation } from '../invitations/sql/invitations.ts';
import { changedMethods, passkeysOf, removalOf } from '../passkeys/passkeys.ts';
import { readOwnPassword } from '../passwords/sql/own-password.ts';
import { forgetFailures } from '../sessions/attempts.ts';
import type { User } from './entities/user.ts';
import { hasUnprovedWays } from './sql/unproved-ways.ts';
import { endAccess } from './user-states.ts';

/**
 * Tells whether a first link by the address must reclaim an account: the address is not verified, an administrator says that it is, or
 * something was made before it was. The owner of the address may have verified it by a link in an e-mail that an attacker asked for.
 */
export const mustReclaim = async (tx: Tx, user: User): Promise<boolean> =>
  !user.emailVerified || user.emailProof === 'BY_ADMIN' || (await hasUnprovedWays(tx, user.orgId, user.id));

/**
 * Gives an account to the owner of its address, who has just proved the address. An attacker may have
 * created the account first (pre-hijacking). So this ends everything that opened the account before: the password, factors,
 * sessions, tokens, consents, and links by e-mail. The address then counts as verified.
 *
 * The time of the password becomes the time of now, although there is no password. Mailed links and sign-ins that began
 * before compare it (`liveLink`, `isStillProved`).
 * @param issuerId the connection that proves the address
 * @returns what changed. Does not flush
 */
export async function reclaimAccount(
  tx: Tx,
  user: Locked<User>,
  issuerId: string,
  endings: Endings,
): Promise<FieldChange[]> {
  const { orgId, now } = tenancyOf(tx);
  // A directory may give its users no e-mail address. The username is the address then.
  const hasAddress = user.email !== null;
  const wasVerified = user.emailVerified;
  const methods = await mfaMethodsOf(tx, orgId, user.id);
  const passkeys = await passkeysOf(tx, user.id);
  const hadPassword = ((await readOwnPassword(tx, orgId, user.id))?.passwordHash ?? null) !== null;
  await endAccess(tx, user, 'RECLAIMED', systemActor, endings);
  await forgetFactors(tx, user.id);
  await forgetInvitation(tx, orgId, user.id);
  await forgetFailures(tx, user);
  Object.assign(user, {
    passwordHash: null,
    previousPasswordHashes: [],
    passwordChangedAt: now,
  });
  user.noteProof(hasAddress ? { by: 'BY_ISSUER', issuerId } : undefined);
  return [
    ...(hasAddress && !wasVerified ? [{ field: 'emailVerified', from: false, to: true }] : []),
    ...(hadPassword ? [{ field: 'password', from: null, to: null }] : []),
    ...passkeys.map(removalOf),
    ...(await changedMethods(tx, user, methods)),
  ];
}
