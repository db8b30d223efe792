import type { EntityManager } from '@mikro-orm/postgresql';
import type { Origin } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { User } from '../directory/entities/user.ts';
import { lockPersonToSignIn } from '../sessions/sql/lock-person-to-sign-in.ts';
import { authConfig } from '../auth-config.ts';
import { forgive, guessAt, recordFailure, takeAttempt } from '../sessions/attempts.ts';
import { nameOf } from '../directory/users.ts';

/** Somebody who types a code, of the app or of the list: signing in, or signed in already. */
export interface Trying {
  userId: string;
  browserId: string;
  /** The application they sign in to. */
  clientId: string | null;
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
 * Counts an attempt, has it judged, and forgets it if it is right. After `maxAttempts` failures no code is looked at for a
 * while; a browser by which the person has signed in before is counted for itself, so that others cannot lock them out.
 * @param name what is guessed, and whose
 */
export async function attemptCode(
  em: EntityManager,
  name: string,
  { userId, browserId, clientId, origin }: Trying,
  judge: (by: { known: boolean }) => Promise<CodeOutcome>,
): Promise<CodeOutcome> {
  // Locked first, as by whoever takes the person's factors, who would wait for this one and this one for them.
  await lockPersonToSignIn(em, tenancyOf(em).orgId, userId);
  const { totp, passwordPolicy } = await authConfig(em);
  const limits = { ...passwordPolicy, lockoutThreshold: totp.maxAttempts };
  const taken = await takeAttempt(em, { name: guessAt(name), userId, browserId }, limits);
  if (!taken) return 'LOCKED';
  const outcome = await judge({ known: taken.counted.browser !== '' });
  if (outcome === 'ACCEPTED') {
    await forgive(em, taken.counted);
    return outcome;
  }
  const user = await em.findOne(User, { id: userId });
  const userName = user && nameOf(user).userName;
  await recordFailure(
    em,
    { userId, userName, clientId, origin },
    { reason: 'WRONG_CODE', locks: taken.isLast, limits },
  );
  return taken.isLast ? 'LOCKED' : outcome;
}
