import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { readOwnPassword } from '../../users/passwords/sql/own-password.ts';
import type { SignIn } from '../entities/sign-in.ts';
import type { Task } from './factors.ts';
import { isProvedHere } from './proofs.ts';
import { signInSettings } from '../../users/passwords/settings.ts';

/** Makes a user who signed in with a password that is too old choose another one first. */
export const newPasswordTask: Task = {
  choices: async (tx, signIn) => ((await isTooOld(tx, signIn)) ? [newPassword] : []),
};

export const newPassword = 'new-password';

async function isTooOld(tx: Tx, signIn: SignIn): Promise<boolean> {
  const { amr, userId } = signIn;
  // An attacker who finds a browser with a login has not given the password that they would replace.
  if (userId === null || !amr.includes('pwd') || !isProvedHere(signIn)) return false;
  const { maxAgeDays } = await signInSettings(tx);
  if (maxAgeDays === null) return false;
  const { orgId, now } = tenancyOf(tx);
  const changed = (await readOwnPassword(tx, orgId, userId))?.passwordChangedAt;
  if (!changed) return false;
  return new Date(changed).getTime() < now.getTime() - maxAgeDays * 86_400_000;
}
