import type { Origin } from '../audit/audit.ts';
import type { Locked } from '../platform/locked.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Tx } from '../platform/tx.ts';
import type { Holder, Self } from '../users/passkeys/passkey-registration.ts';
import type { SignIn } from './entities/sign-in.ts';
import { isStillProved } from './steps/proofs.ts';

/**
 * Returns the user of a sign-in, who registers a passkey in it. The user is part of the holder: if another user goes on with the
 * sign-in meanwhile, the challenge of the first one is worth nothing.
 */
export function enrolling(signIn: Locked<SignIn>, userId: string, origin: Origin): Self & { holder: Holder } {
  return {
    userId,
    origin,
    holder: {
      id: `${signIn.id} ${userId}`,
      // A transaction that suspended the user, or took what was proved, locked the user until now.
      isValid: async (tx: Tx, user) =>
        user.statusAt(tenancyOf(tx).now) === 'ACTIVE' && (await isStillProved(tx, signIn)),
    },
  };
}
