import { type Origin, recordAudit } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { type OwnPassword, readOwnPassword, saveOwnPassword } from './sql/own-password.ts';
import type { Endings } from '../endings.ts';
import { endLoginsOf, userActor } from '../sessions/login-sessions.ts';
import { tellByMail } from '../notices.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { isPassword, newPasswordHash, type PasswordRules } from './passwords.ts';
import { type Counted, forgive, forgetFailures, guessAt, takeAttempt } from '../sessions/attempts.ts';
import { type SignInSettings, signInSettings } from './settings.ts';
import { ownerOf } from './user-passwords.ts';
import { recordUserChange } from '../directory/user-changes.ts';

/** A user's present password, read before the new one is hashed, so that no transaction waits for the hash. */
export interface OwnPasswordChange {
  orgId: string;
  own: OwnPassword;
  settings: SignInSettings;
}

/** @returns undefined when the person is gone */
export async function beginOwnPassword(tx: Tx, userId: string): Promise<OwnPasswordChange | undefined> {
  const { orgId } = tenancyOf(tx);
  const own = await readOwnPassword(tx, orgId, userId);
  return own && { orgId, own, settings: await signInSettings(tx) };
}

/**
 * Counts a guess, because an attacker who finds an open browser must not guess the password there for long. @returns
 * undefined after too many guesses
 */
export async function takeOwnAttempt(
  tx: Tx,
  userId: string,
  browserId: string,
): Promise<Counted | undefined> {
  const { limits } = await signInSettings(tx);
  const taken = await takeAttempt(tx, { name: guessAt(`own-password ${userId}`), userId, browserId }, limits);
  return taken?.counted;
}

/** Records that a signed-in user did not know the password that they wanted to replace. */
export async function recordWrongOwnPassword(
  tx: Tx,
  { own }: OwnPasswordChange,
  origin: Origin,
): Promise<void> {
  const name = own.displayName ?? own.username;
  const of = { actor: userActor(own.id, name), targetId: own.id, targetName: name };
  await recordAudit(tx, [
    { action: 'user.update', ...of, result: 'FAILURE', reason: 'WRONG_PASSWORD', ...origin },
  ]);
}

/**
 * Hashes the new password of a user. Call it outside any transaction.
 * @throws {Failure} PASSWORD_POLICY_VIOLATION, also for one of the last, the present one too; USER_STATE_CONFLICT
 */
export function hashOwnPassword(
  change: OwnPasswordChange,
  password: string,
  breached: PasswordRules['breached'],
): Promise<string> {
  return oneAtATime(change.own.id, () => hashOf(change, password, breached));
}

/**
 * Hashes the new password of a user who typed the present one. Call it outside any transaction.
 * @returns undefined if the typed text is not the present password
 * @throws {Failure} as {@link hashOwnPassword}
 */
export function hashReplacement(
  change: OwnPasswordChange,
  { present, next }: { present: string; next: string },
  breached: PasswordRules['breached'],
): Promise<string | undefined> {
  return oneAtATime(change.own.id, async () =>
    (await isPassword(change.own.passwordHash, present, change.orgId))
      ? hashOf(change, next, breached)
      : undefined,
  );
}

const hashOf = (
  { orgId, own, settings: { policy } }: OwnPasswordChange,
  password: string,
  breached: PasswordRules['breached'],
): Promise<string> =>
  newPasswordHash(password, ownerOf(own), historyOf(own), { orgId, policy, breached }, own.id);

const historyOf = ({ passwordHash, previousPasswordHashes }: OwnPassword): string[] =>
  [passwordHash, ...previousPasswordHashes].filter((hash) => hash !== null);

/**
 * Sets the password that users choose for themselves, and ends all their logins but this one.
 * @returns false when the password has changed meanwhile
 */
export async function setOwnPassword(
  tx: Tx,
  { own, settings }: OwnPasswordChange,
  hash: string,
  { except, counted, origin }: { except: string | null; counted?: Counted; origin: Origin },
  endings: Endings,
): Promise<boolean> {
  const { orgId } = tenancyOf(tx);
  const previous = historyOf(own).slice(0, settings.policy.historyCount);
  if (!(await saveOwnPassword(tx, orgId, own, { hash, previous }))) return false;
  if (counted) await forgive(tx, counted);
  await forgetFailures(tx, own);
  const name = own.displayName ?? own.username;
  const actor = userActor(own.id, name);
  await endLoginsOf(tx, own.id, endings, { reason: 'PASSWORD_CHANGED', actor, except, origin });
  const changes = [{ field: 'password', from: null, to: null }];
  await recordUserChange(tx, { userId: own.id, userName: name }, changes, { actor, origin });
  await tellByMail(tx, own.id, 'PASSWORD_CHANGED', actor);
  return true;
}
