import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { authConfig } from '../../users/auth-config.ts';
import { readOwnPassword } from '../../users/passwords/sql/own-password.ts';
import { passkeySettings } from '../../users/passkeys/passkey-party.ts';
import { mostPasskeys, passkeysOf, usableAt } from '../../users/passkeys/passkeys.ts';
import { isDemanded, mayEnrol } from '../access.ts';
import { demandsOwnFactors } from '../enforced.ts';
import type { SignIn } from '../entities/sign-in.ts';
import type { Task } from './factors.ts';
import { newPassword } from './new-password.ts';
import { hasTotp } from './totp.ts';
import { hasEnrolled, isProvedByLink, isProvedByPass } from './proofs.ts';

const enrolTotp = 'enrol-totp';
export const enrolPasskey = 'enrol-passkey';

/**
 * Makes users set a factor up before they are signed in. An app is due where codes are REQUIRED and the user proved only one factor.
 * After an access pass, and where conditional access demands a factor, the user chooses between an app and a passkey. A demand for
 * a passkey leaves no choice. An owner who must have two factors already sets up none.
 */
export const enrolment: Required<Task> = {
  async choices(tx, signIn, { baseUrl, facts }) {
    const { userId } = signIn;
    if (userId === null || demandsOwnFactors(signIn)) return [];
    const { enabled } = (await authConfig(tx)).totp;
    const takesPasskey = wantsPasskey(signIn) && (await hasRoomForPasskey(tx, userId, baseUrl));
    if (takesPasskey && (isDemanded(signIn, 'PASSKEY') || !enabled)) return [enrolPasskey];
    const takesApp = (await wantsApp(tx, signIn)) && !(facts?.hasTotp ?? (await hasTotp(tx, userId)));
    return [...(takesApp ? [enrolTotp] : []), ...(takesPasskey ? [enrolPasskey] : [])];
  },
  mayDo: async (tx, signIn, site) => isProvedByPass(signIn) || mayEnrol(tx, signIn, site),
};

/**
 * Makes an owner who came by a link to the dashboard set up a way to sign in, if the owner has none. A passkey counts only where
 * it signs in without a password, and where the user may set a factor up: a link that was stolen must not enrol the passkey of the
 * thief. If a policy demands a factor that the user may not set up here, the sign-in stops before the user chooses a password.
 */
export const firstFactor: Task = {
  async choices(tx, signIn, site) {
    const { userId } = signIn;
    if (userId === null || !isProvedByLink(signIn) || hasEnrolled(signIn)) return [];
    const own = await readOwnPassword(tx, tenancyOf(tx).orgId, userId);
    if (!own || own.passwordHash !== null || (await passkeysOf(tx, userId)).length > 0) return [];
    if (!(await mayEnrol(tx, signIn, site)))
      return isDemanded(signIn, 'MFA') || isDemanded(signIn, 'PASSKEY') ? [] : [newPassword];
    const { passwordless } = await passkeySettings(tx, site.baseUrl);
    const takesPasskey = passwordless && (await hasRoomForPasskey(tx, userId, site.baseUrl));
    return [...(takesPasskey ? [enrolPasskey] : []), newPassword];
  },
};

async function wantsApp(tx: Tx, signIn: SignIn): Promise<boolean> {
  // Also if codes are turned off meanwhile, or a passkey was proved: a pass opens nothing but this.
  if (isProvedByPass(signIn) && !hasEnrolled(signIn)) return true;
  const { enabled, enforcement } = (await authConfig(tx)).totp;
  const isRequired = enforcement === 'REQUIRED' || isDemanded(signIn, 'MFA');
  return enabled && isRequired && !signIn.amr.includes('mfa');
}

const wantsPasskey = (signIn: SignIn): boolean =>
  isDemanded(signIn, 'PASSKEY') ||
  (!signIn.amr.includes('mfa') && (isProvedByPass(signIn) || isDemanded(signIn, 'MFA')));

/** A user who has a passkey for this address is asked for it. */
async function hasRoomForPasskey(tx: Tx, userId: string, baseUrl: string): Promise<boolean> {
  const { enabled, party } = await passkeySettings(tx, baseUrl);
  if (!enabled) return false;
  const known = await passkeysOf(tx, userId);
  return known.length < mostPasskeys && usableAt(party.rpId, known).length === 0;
}
