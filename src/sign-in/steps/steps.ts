import type { EntityManager } from '@mikro-orm/postgresql';
import type { SignIn } from '../entities/sign-in.ts';
import { type AccessSite, isDemanded } from '../access.ts';
import type { Factor, Task } from './factors.ts';
import { accessPass } from './access-pass.ts';
import { magicLink } from './magic-link.ts';
import { newPasswordTask } from './new-password.ts';
import { passkey, secondPasskey } from './passkey.ts';
import { password } from './password.ts';
import { enrolTotp, recoveryCode, totp } from './totp.ts';

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
export interface SignInSite extends AccessSite {
  /** Where its pages are: passkeys are for one host. */
  baseUrl: string;
  wired: { factors: readonly Factor[] };
}

/** In the order in which they are done. */
export const tasks: readonly Task[] = [newPasswordTask, enrolTotp];

/** What a sign-in waits for; the names are those of factors and tasks. */
export type Step =
  | { kind: 'identifier'; offered: string[] }
  | { kind: 'first' | 'second'; offered: string[] }
  | { kind: 'task'; name: string }
  /** The browser goes to the device origin. */
  | { kind: 'device' }
  | { kind: 'done' };

/** Tells what a sign-in waits for. */
export async function dueStep(em: EntityManager, signIn: SignIn, site: SignInSite): Promise<Step> {
  if (!signIn.isProved()) {
    const kind = signIn.identifier === null ? 'identifier' : 'first';
    return {
      kind,
      offered: await offeredOf(em, signIn, site, 'first', { nameless: kind === 'identifier' }),
    };
  }
  // No policy has judged the user yet. So nothing else is due before the browser comes back, not even a task.
  if (isDemanded(signIn, 'DEVICE')) return { kind: 'device' };
  const needsPasskey = isDemanded(signIn, 'PASSKEY');
  if (needsPasskey || !signIn.amr.includes('mfa')) {
    const all = await offeredOf(em, signIn, site, 'second');
    const offered = needsPasskey ? all.filter((name) => name === secondPasskey.name) : all;
    if (offered.length > 0) return { kind: 'second', offered };
  }
  for (const { name, isDue, mayDo } of tasks) {
    if (!(await isDue(em, signIn))) continue;
    const may = !mayDo || (await mayDo(em, signIn, site));
    return may ? { kind: 'task', name } : { kind: 'second', offered: [] };
  }
  // Stops users who must prove more for the application, and who have no way to prove more.
  if (needsPasskey || (signIn.multiFactor && !signIn.amr.includes('mfa')))
    return { kind: 'second', offered: [] };
  return { kind: 'done' };
}

/** Tells whether a sign-in waits for this factor or this task. So no user skips a step to reach a later form. */
export async function isDue(
  em: EntityManager,
  signIn: SignIn,
  name: string,
  site: SignInSite,
): Promise<boolean> {
  const step = await dueStep(em, signIn, site);
  if (step.kind === 'task') return step.name === name;
  return step.kind === 'second' && step.offered.includes(name);
}

async function offeredOf(
  em: EntityManager,
  signIn: SignIn,
  { baseUrl, wired }: Pick<SignInSite, 'baseUrl' | 'wired'>,
  kind: Factor['kind'],
  { nameless = false } = {},
): Promise<string[]> {
  const offered: string[] = [];
  for (const factor of [...ownFactors, ...wired.factors]) {
    if (nameless && !factor.nameless) continue;
    if (factor.kind === kind && (await factor.offered(em, signIn, baseUrl))) offered.push(factor.name);
  }
  return offered;
}
