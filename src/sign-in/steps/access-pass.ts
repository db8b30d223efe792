import { type Origin, recordAudit } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { passAttempts, passesWork } from '../../users/access-passes/access-passes.ts';
import { usePass } from '../../users/access-passes/sql/access-passes.ts';
import { personByName } from '../../users/directory/sql/names.ts';
import { hashOfTypedCode } from '../../users/factors/protocol/typed-code.ts';
import { signInSettings } from '../../users/passwords/settings.ts';
import { forgive, recordFailure, takeAttempt } from '../../users/sessions/attempts.ts';
import { userActor } from '../../users/sessions/login-sessions.ts';
import { lockPersonToSignIn } from '../../users/sessions/sql/start-login.ts';
import type { SignIn } from '../entities/sign-in.ts';
import type { Factor } from './factors.ts';
import { notePass } from './proofs.ts';

/**
 * The pass of an administrator, to set up an authenticator app or a passkey with. Offered wherever one of them can be set up, whether
 * or not a user has a pass: the page must not tell.
 */
export const accessPass: Factor = {
  name: 'access-pass',
  kind: 'first',
  offered: passesWork,
};

/** The value of RFC 8176 for proof by a secret that works once. */
export const accessPassProof = ['otp'];

export type PassOutcome = 'ACCEPTED' | 'WRONG' | 'LOCKED';

/**
 * Judges a pass for the name of a sign-in. Each attempt is counted first. The outcome and its statements are the same whether or
 * not the name has a user or a pass.
 */
export async function proveByPass(
  tx: Tx,
  signIn: SignIn,
  typed: string,
  origin: Origin,
): Promise<PassOutcome> {
  const { orgId } = tenancyOf(tx);
  const name = signIn.identifier ?? '';
  const person = await personByName(tx, orgId, name);
  // Locks the user first, as the end of a user does. Otherwise the two would wait for each other.
  const locked = await lockPersonToSignIn(tx, orgId, person?.id ?? '');
  const { limits } = await signInSettings(tx);
  const { browserId } = signIn;
  const counted = { name: passAttempts(name), userId: person?.id ?? null, browserId };
  const taken = await takeAttempt(tx, counted, limits);
  if (!taken) return 'LOCKED';
  const enabled = await passesWork(tx);
  const hash = hashOfTypedCode(typed) ?? Buffer.alloc(0);
  const used = await usePass(tx, orgId, enabled && locked ? locked.id : '', hash);
  if (person && used !== undefined) {
    signIn.userId = person.id;
    // A factor that the user has is asked for. Without one, the sign-in ends with the factor that is set up.
    signIn.multiFactor = true;
    notePass(signIn, used);
    await forgive(tx, taken.counted);
    const actor = userActor(person.id, person.name);
    const target = { targetId: person.id, targetName: person.name, result: 'SUCCESS' as const };
    await recordAudit(tx, [{ action: 'user.use_access_pass', actor, ...target, ...origin }]);
    return 'ACCEPTED';
  }
  const { clientId, serviceProviderId } = signIn;
  const userName = person?.name ?? null;
  const attempted = { userId: person?.id ?? null, userName, clientId, serviceProviderId, origin };
  const reason = person ? 'WRONG_ACCESS_PASS' : 'UNKNOWN_USER';
  await recordFailure(tx, attempted, { reason, locks: taken.isLast, limits });
  return 'WRONG';
}
