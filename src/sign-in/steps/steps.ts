import { isRecent } from '../../users/factors/factors.ts';
import type { SignIn } from '../entities/sign-in.ts';
import { isDemanded } from '../access.ts';
import { enrolment, firstFactor } from './enrolment.ts';
import type { Factor, FactorSite, Task, TaskSite } from './factors.ts';
import { accessPass } from './access-pass.ts';
import { magicLink } from './magic-link.ts';
import { newPasswordTask } from './new-password.ts';
import { passkey, secondPasskey } from './passkey.ts';
import { password } from './password.ts';
import { isProvedHere, isTimeKnown } from './proofs.ts';
import { recoveryCode, totp } from './totp.ts';
import { upstreamOf } from '../upstream.ts';
import type { Tx } from '../../platform/tx.ts';

/**
 * The factors of this room, in the order in which they are offered. The first that is offered is shown, the others are links
 * beside it. Those of higher rooms follow.
 */
const ownFactors: readonly Factor[] = [
  password,
  magicLink,
  passkey,
  accessPass,
  secondPasskey,
  totp,
  recoveryCode,
];

/** Where a sign-in takes place, and with which factors. */
export interface SignInSite extends TaskSite {
  wired: { factors: readonly Factor[] };
}

/** In the order in which they are done. */
const tasks: readonly Task[] = [firstFactor, newPasswordTask, enrolment];

/** The step that a sign-in waits for; the names are those of factors and tasks. */
export type Step =
  | { kind: 'identifier'; offered: string[] }
  | { kind: 'first' | 'second' | 'task'; offered: string[] }
  /** The browser goes to the device origin. */
  | { kind: 'device' }
  /** Nothing, because what was proved is too old for the task that is due. The user proves everything again. */
  | { kind: 'stale' }
  | { kind: 'done' };

/** Tells what a sign-in waits for. */
export async function dueStep(tx: Tx, signIn: SignIn, site: SignInSite): Promise<Step> {
  if (!signIn.isProved()) {
    const kind = signIn.identifier === null ? 'identifier' : 'first';
    return {
      kind,
      offered: await offeredOf(tx, signIn, site, 'first', { nameless: kind === 'identifier' }),
    };
  }
  // No policy has judged the user yet. So nothing else is due before the browser comes back, not even a task.
  if (isDemanded(signIn, 'DEVICE')) return { kind: 'device' };
  const needsPasskey = isDemanded(signIn, 'PASSKEY');
  if (needsPasskey || !signIn.amr.includes('mfa')) {
    const all = await offeredOf(tx, signIn, site, 'second');
    const passkeys = all.filter((name) => name === secondPasskey.name);
    // A user who has another factor proves it before they set up the passkey that is needed.
    const isEnrolling =
      needsPasskey &&
      passkeys.length === 0 &&
      !signIn.amr.includes('mfa') &&
      (await canEnrol(tx, signIn, site));
    if (isEnrolling && isStale(tx, signIn)) return { kind: 'stale' };
    const offered = needsPasskey && !isEnrolling ? passkeys : all;
    if (offered.length > 0) return { kind: 'second', offered };
  }
  for (const { choices, mayDo } of tasks) {
    const offered = await choices(tx, signIn, site);
    if (offered.length === 0) continue;
    const may = !mayDo || (await mayDo(tx, signIn, site));
    if (!may) return { kind: 'second', offered: [] };
    return isStale(tx, signIn) ? { kind: 'stale' } : { kind: 'task', offered };
  }
  // Stops users who must prove more for the application, and who have no way to prove more.
  if (needsPasskey || (signIn.multiFactor && !signIn.amr.includes('mfa')))
    return { kind: 'second', offered: [] };
  return { kind: 'done' };
}

/**
 * Whether a user rests on a login of long ago, here or at the identity provider of a connection. An attacker who finds an open
 * browser must not set up a factor of their own.
 */
const isStale = (tx: Tx, signIn: SignIn): boolean =>
  !(isProvedHere(signIn) && upstreamOf(signIn) === undefined) &&
  (signIn.authTime === null ||
    !isRecent(tx, { authTime: signIn.authTime, isTimeKnown: isTimeKnown(signIn) }));

const canEnrol = async (tx: Tx, signIn: SignIn, site: SignInSite): Promise<boolean> =>
  (await enrolment.choices(tx, signIn, site)).length > 0 && (await enrolment.mayDo(tx, signIn, site));

/** Tells whether a sign-in waits for this factor or this task. So no user skips a step to reach a later form. */
export async function isDue(tx: Tx, signIn: SignIn, name: string, site: SignInSite): Promise<boolean> {
  const step = await dueStep(tx, signIn, site);
  return (step.kind === 'task' || step.kind === 'second') && step.offered.includes(name);
}

async function offeredOf(
  tx: Tx,
  signIn: SignIn,
  site: FactorSite & Pick<SignInSite, 'wired'>,
  kind: Factor['kind'],
  { nameless = false } = {},
): Promise<string[]> {
  const offered: string[] = [];
  for (const factor of [...ownFactors, ...site.wired.factors]) {
    if (nameless && !factor.nameless) continue;
    if (factor.kind === kind && (await factor.offered(tx, signIn, site))) offered.push(factor.name);
  }
  return offered;
}
