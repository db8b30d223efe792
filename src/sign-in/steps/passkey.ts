import type { Origin } from '../../audit/audit.ts';
import type { SignIn } from '../entities/sign-in.ts';
import { authConfig } from '../../users/auth-config.ts';
import {
  finishAuthentication,
  type PasskeyProof,
  type PasskeySignInRefusal,
  type PasskeyStep,
} from '../../users/passkeys/passkey-sign-in.ts';
import { passkeySettings } from '../../users/passkeys/passkey-party.ts';
import { passkeysOf, usableAt } from '../../users/passkeys/passkeys.ts';
import { nameOf, findUser } from '../../users/directory/users.ts';
import { recordFailure } from '../../users/sessions/attempts.ts';
import type { Factor } from './factors.ts';
import { signInSettings } from '../../users/passwords/settings.ts';
import type { Tx } from '../../platform/tx.ts';

/** Instead of a name and a password. */
export const passkey: Factor = {
  name: 'passkey',
  kind: 'first',
  nameless: true,
  async offered(tx) {
    const { enabled, passwordless } = (await authConfig(tx)).webauthn;
    return enabled && passwordless;
  },
};

/** Offered beside a password, to users with a passkey that works at this address. */
export const secondPasskey: Factor = {
  name: 'passkey',
  kind: 'second',
  async offered(tx, { userId }, { baseUrl, facts }) {
    const { enabled, party } = await passkeySettings(tx, baseUrl);
    if (!enabled || userId === null) return false;
    if (facts) return facts.passkeyHosts.includes(party.rpId);
    return usableAt(party.rpId, await passkeysOf(tx, userId)).length > 0;
  },
};

/** Returns the factor that a passkey can be in this sign-in now. */
export const passkeyFactorOf = (signIn: SignIn): Factor => (signIn.isProved() ? secondPasskey : passkey);

/**
 * Returns what a passkey must prove in this sign-in. The passkey proves who the user is, until that is proved. Then
 * it proves that it is the same user.
 */
export const stepOf = (signIn: SignIn): PasskeyStep => ({
  signInId: signIn.id,
  userId: signIn.isProved() ? (signIn.userId ?? undefined) : undefined,
});

/** @returns what was proved; or undefined, and it is on record */
export async function proveByPasskey(
  tx: Tx,
  baseUrl: string,
  signIn: SignIn,
  text: string,
  origin: Origin,
): Promise<PasskeyProof | undefined> {
  if (!(await passkeyFactorOf(signIn).offered(tx, signIn, { baseUrl }))) return undefined;
  const { party } = await passkeySettings(tx, baseUrl);
  const step = stepOf(signIn);
  const outcome = await finishAuthentication(tx, party, step, text);
  if (!('refused' in outcome)) {
    signIn.userId = outcome.user.id;
    return outcome;
  }
  await recordRefusal(
    tx,
    signIn,
    { refused: outcome.refused, userId: step.userId ?? outcome.userId },
    origin,
  );
  return undefined;
}

/** Records a refusal. Guessing a signature is hopeless, so no failure is counted and no user is locked out. */
async function recordRefusal(
  tx: Tx,
  { clientId, serviceProviderId }: SignIn,
  { refused, userId }: { refused: PasskeySignInRefusal; userId: string | undefined },
  origin: Origin,
): Promise<void> {
  // A user who comes back to a page of yesterday has failed at nothing.
  if (refused === 'EXPIRED') return;
  const person = userId === undefined ? undefined : nameOf(await findUser(tx, userId));
  const attempted = {
    userId: userId ?? null,
    userName: person?.userName ?? null,
    clientId,
    serviceProviderId,
    origin,
  };
  const reason = refused === 'COUNTER' ? 'PASSKEY_COUNTER' : 'WRONG_PASSKEY';
  const { limits } = await signInSettings(tx);
  await recordFailure(tx, attempted, { reason, locks: false, limits });
}
