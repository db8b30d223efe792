import type { EntityManager } from '@mikro-orm/postgresql';
import type { SignIn } from '../entities/sign-in.ts';
import type { Factor, Task } from './factors.ts';
import { magicLink } from './magic-link.ts';
import { newPasswordTask } from './new-password.ts';
import { passkey, secondPasskey } from './passkey.ts';
import { password } from './password.ts';
import { social } from './social.ts';
import { enrolTotp, recoveryCode, totp } from './totp.ts';

/** In the order in which they are offered: the first that is offered is shown, the others are links beside it. */
export const factors: readonly Factor[] = [
  password,
  magicLink,
  passkey,
  social,
  secondPasskey,
  totp,
  recoveryCode,
];

/** In the order in which they are done. */
export const tasks: readonly Task[] = [newPasswordTask, enrolTotp];

/** What a sign-in waits for; the names are those of factors and tasks. */
export type Step =
  | { kind: 'identifier'; offered: string[] }
  | { kind: 'first' | 'second'; offered: string[] }
  | { kind: 'task'; name: string }
  | { kind: 'done' };

/** @param baseUrl where its pages are: passkeys are for one host */
export async function dueStep(em: EntityManager, signIn: SignIn, baseUrl: string): Promise<Step> {
  if (!signIn.isProved()) {
    const kind = signIn.identifier === null ? 'identifier' : 'first';
    return {
      kind,
      offered: await offeredOf(em, signIn, baseUrl, 'first', { nameless: kind === 'identifier' }),
    };
  }
  if (!signIn.amr.includes('mfa')) {
    const offered = await offeredOf(em, signIn, baseUrl, 'second');
    if (offered.length > 0) return { kind: 'second', offered };
  }
  for (const { name, isDue } of tasks) if (await isDue(em, signIn)) return { kind: 'task', name };
  // Nobody is let through whom the application wants to know better, and who has no way to prove more.
  if (signIn.multiFactor && !signIn.amr.includes('mfa')) return { kind: 'second', offered: [] };
  return { kind: 'done' };
}

/** Whether a sign-in waits for this factor or this task: nobody gets to a form by leaving out those before it. */
export async function isDue(
  em: EntityManager,
  signIn: SignIn,
  name: string,
  baseUrl: string,
): Promise<boolean> {
  const step = await dueStep(em, signIn, baseUrl);
  if (step.kind === 'task') return step.name === name;
  return step.kind === 'second' && step.offered.includes(name);
}

async function offeredOf(
  em: EntityManager,
  signIn: SignIn,
  baseUrl: string,
  kind: Factor['kind'],
  { nameless = false } = {},
): Promise<string[]> {
  const offered: string[] = [];
  for (const factor of factors) {
    if (nameless && !factor.nameless) continue;
    if (factor.kind === kind && (await factor.offered(em, signIn, baseUrl))) offered.push(factor.name);
  }
  return offered;
}
