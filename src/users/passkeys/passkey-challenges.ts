import { randomBytes } from 'node:crypto';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { type ChallengePurpose, keepChallenge, takeChallenge } from './sql/passkeys.ts';

/** WebAuthn asks for 16 bytes or more (section 13.4.3). */
const bytesOfAChallenge = 32;

/** @param holder the sign-in or the login session that alone may answer it */
export async function issueChallenge(
  tx: Tx,
  holder: string,
  purpose: ChallengePurpose,
  seconds: number,
): Promise<string> {
  const challenge = randomBytes(bytesOfAChallenge).toString('base64url');
  await keepChallenge(tx, tenancyOf(tx).orgId, holder, purpose, challenge, seconds);
  return challenge;
}

/**
 * Redeems a challenge, each only once. The transaction that calls this must be kept even if the response proves
 * nothing.
 */
export const redeemChallenge = (
  tx: Tx,
  holder: string,
  purpose: ChallengePurpose,
): Promise<string | undefined> => takeChallenge(tx, tenancyOf(tx).orgId, holder, purpose);
