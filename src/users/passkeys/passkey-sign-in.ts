import { beforehand } from '../../platform/beforehand.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { Passkey } from './entities/passkey.ts';
import type { User } from '../directory/entities/user.ts';
import {
  authenticationOptions,
  type PasskeyRefusal,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthentication,
  type Webauthn,
} from './protocol/ceremonies.ts';
import type { RelyingParty } from './protocol/relying-party.ts';
import { readResponse } from './protocol/response.ts';
import { holderOfPasskey } from './sql/passkeys.ts';
import { issueChallenge, redeemChallenge } from './passkey-challenges.ts';
import { passkeysOf, usableAt } from './passkeys.ts';
import { lockUser } from '../directory/users.ts';

/** A sign-in that a passkey is a step of; `userId` is known once another factor has proved who it is. */
export interface PasskeyStep {
  signInId: string;
  userId: string | undefined;
}

/**
 * The reason why a sign-in with a passkey fails. Pages show the same words for all of them. EXPIRED: the challenge is
 * too old, or was used before. UNKNOWN: the key does not belong to this tenant, to this user, or to a user who may
 * sign in.
 */
export type PasskeySignInRefusal = PasskeyRefusal | 'EXPIRED' | 'UNKNOWN';

export interface PasskeyProof {
  user: User;
  passkey: Passkey;
  /** RFC 8176. */
  amr: string[];
  userVerified: boolean;
}

/** A browser offers passkeys while the page is open, so the challenge is good as long as the sign-in may take. */
const secondsToAnswer = 1800;

/** @param webauthn what `loadWebauthn` gave before the transaction began */
export async function beginAuthentication(
  tx: Tx,
  webauthn: Webauthn,
  party: RelyingParty,
  { signInId, userId }: PasskeyStep,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const challenge = await issueChallenge(tx, signInId, 'AUTHENTICATE', secondsToAnswer);
  // Who has not proved anything yet is not told which keys anybody has.
  const known = userId === undefined ? undefined : usableAt(party.rpId, await passkeysOf(tx, userId));
  return authenticationOptions(webauthn, party, challenge, known);
}

/**
 * Uses up the challenge in any case. Returns refusals instead of throwing them, because an error would roll the use
 * back. A key alone counts only if the authenticator verified its user. Beside a password, the setting decides.
 */
export async function finishAuthentication(
  tx: Tx,
  party: RelyingParty,
  { signInId, userId }: PasskeyStep,
  text: string,
): Promise<PasskeyProof | { refused: PasskeySignInRefusal; userId?: string }> {
  const challenge = await redeemChallenge(tx, signInId, 'AUTHENTICATE');
  if (challenge === undefined) return { refused: 'EXPIRED' };
  const answer = readResponse(text);
  if (!answer) return { refused: 'INVALID' };
  const { orgId, now } = tenancyOf(tx);
  const { credentialId, userHandle, response } = answer;
  const holder = await holderOfPasskey(tx, orgId, credentialId);
  if (holder === undefined || (userId !== undefined && holder !== userId)) return { refused: 'UNKNOWN' };
  // If the request named the user's keys, the authenticator need not name the user. Otherwise the user handle says
  // which user signs in.
  if (userHandle === undefined ? userId === undefined : userHandle !== holder) return { refused: 'INVALID' };
  // If two sign-ins with one key run at once, the lock lets the second one see the counter of the first.
  const user = await lockUser(tx, holder);
  const passkey = await tx.findOne(Passkey, { userId: holder, credentialId }, { refresh: true });
  if (!passkey || user.statusAt(now) !== 'ACTIVE') return { refused: 'UNKNOWN' };
  const verification = userId === undefined ? 'required' : party.userVerification;
  // Named by all that it is judged by; what was sent stays the same.
  const judged = JSON.stringify([party, challenge, passkey.id, passkey.counter, verification]);
  const proof = await beforehand(tx, `passkey ${judged}`, () =>
    verifyAuthentication(party, response, challenge, passkey, verification),
  );
  // The user of the key is told only if the key itself has signed.
  if (typeof proof === 'string')
    return { refused: proof, ...(proof === 'INVALID' ? {} : { userId: holder }) };
  const { counter, backedUp, userVerified } = proof;
  Object.assign(passkey, { counter, backedUp, lastUsedAt: now });
  return { user, passkey, amr: amrOf(passkey, userVerified), userVerified };
}

/** `hwk` where the key cannot leave its authenticator; a finger or a PIN is a second factor in itself. */
export const amrOf = ({ deviceType }: Passkey, userVerified: boolean): string[] => [
  deviceType === 'single' ? 'hwk' : 'swk',
  'user',
  ...(userVerified ? ['mfa'] : []),
];
