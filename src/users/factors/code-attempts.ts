import type { Origin } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { User } from '../directory/entities/user.ts';
import { lockPersonToSignIn } from '../sessions/sql/start-login.ts';
import { authConfig } from '../auth-config.ts';
import { forgive, guessAt, recordFailure, type SignInTarget, takeAttempt } from '../sessions/attempts.ts';
import { nameOf } from '../directory/users.ts';

/**
 * A user who enters a code, of the authenticator app or a recovery code, while signing in or when signed in already.
 */
export interface Trying extends SignInTarget {
  userId: string;
  browserId: string;
  origin: Origin;
}

export type CodeOutcome =
  | 'ACCEPTED'
  | 'WRONG'
  /** It was right, and taken before. */
  | 'USED'
  /** No code is looked at for now. */
  | 'LOCKED';

/**
 * Counts an attempt, has it judged, and deletes the count if the code is right. After `maxAttempts` failures, no code
 * is judged for a while. A browser that the user has signed in with before has a count of its own. So others cannot
 * lock the user out.
 * @param name what is guessed, and the user it belongs to
 */
export async function attemptCode(
  tx: Tx,
  name: string,
  { userId, browserId, clientId, serviceProviderId, origin }: Trying,
  judge: (by: { known: boolean }) => Promise<CodeOutcome>,
): Promise<CodeOutcome> {
  // Locks the user first, as the removal of the user's factors does. Otherwise the two would wait for each other.
  await lockPersonToSignIn(tx, tenancyOf(tx).orgId, userId);
  const { totp, passwordPolicy } = await authConfig(tx);
  const limits = { ...passwordPolicy, lockoutThreshold: totp.maxAttempts };
  const taken = await takeAttempt(tx, { name: guessAt(name), userId, browserId }, limits);
  if (!taken) return 'LOCKED';
  const outcome = await judge({ known: taken.counted.browser !== '' });
  if (outcome === 'ACCEPTED') {
    await forgive(tx, taken.counted);
    return outcome;
  }
  const user = await tx.findOne(User, { id: userId });
  const userName = user && nameOf(user).userName;
  await recordFailure(
    tx,
    { userId, userName, clientId, serviceProviderId, origin },
    { reason: 'WRONG_CODE', locks: taken.isLast, limits },
  );
  return taken.isLast ? 'LOCKED' : outcome;
}
