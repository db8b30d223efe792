import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAudit, type Origin } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { emit } from '../../platform/events.ts';
import { isKnownBrowser } from './sql/known-browser.ts';
import { type AttemptLimits, forgiveAttempts, takeAttemptRow, takeBackAttempt } from './sql/take-attempt.ts';
import { shown } from './login-sessions.ts';

/** What is counted: tries with one name by one known browser, or by all that are not known together. */
export interface Counted {
  name: string;
  browser: string;
}

/** Whose attempt it is, as far as anybody knows. */
export interface Attempted {
  userId: string | null;
  userName: string | null;
  clientId: string | null;
  origin: Origin;
}

export type Failing =
  | 'WRONG_PASSWORD'
  | 'WRONG_CODE'
  | 'WRONG_PASSKEY'
  | 'PASSKEY_COUNTER'
  | 'UNKNOWN_USER'
  | 'NOT_ACTIVE';

/** What stands for something that is guessed and is no name, which begins with no space. */
export const guessAt = (what: string): string => ` ${what}`;

/**
 * Counts an attempt to prove something in the name of somebody, before it is judged.
 * @param name what was typed, without spaces around it, or what {@link guessAt} makes of what is guessed: `totp usr_…`
 * @returns undefined when it must be refused unjudged
 */
export async function takeAttempt(
  em: EntityManager,
  { name, userId, browserId }: { name: string; userId: string | null; browserId: string },
  limits: AttemptLimits,
): Promise<{ counted: Counted; isLast: boolean } | undefined> {
  const { orgId } = tenancyOf(em);
  const known = await isKnownBrowser(em, orgId, userId ?? '', browserId);
  const counted = { name, browser: known ? browserId : '' };
  const tries = await takeAttemptRow(em, orgId, counted, limits);
  return tries === undefined ? undefined : { counted, isLast: tries >= limits.lockoutThreshold };
}

/** An attempt that nobody could judge, as where too many hashes are waited for, was none. */
export async function takeBack(em: EntityManager, counted: Counted): Promise<void> {
  await takeBackAttempt(em, tenancyOf(em).orgId, counted);
}

/** What failed before is forgotten, where it was counted. */
export async function forgive(em: EntityManager, { name, browser }: Counted): Promise<void> {
  await forgiveAttempts(em, tenancyOf(em).orgId, { names: [name], browser });
}

/** Forgets every failure with the names of a person: when they are erased, and when they are given another password. */
export async function forgetFailures(
  em: EntityManager,
  { username, email }: { username: string; email: string | null },
): Promise<void> {
  const names = [username, ...(email === null ? [] : [email])].map((name) => name.trim());
  await forgiveAttempts(em, tenancyOf(em).orgId, { names });
}

/** Puts a failure on record, in the same way and time for somebody there is and for nobody. */
export async function recordFailure(
  em: EntityManager,
  { userId, userName, clientId, origin }: Attempted,
  { reason, locks, limits }: { reason: Failing; locks: boolean; limits: AttemptLimits },
): Promise<void> {
  const { now } = tenancyOf(em);
  const actor = { type: 'ANONYMOUS', id: null, name: null } as const;
  const target = { actor, targetId: userId, targetName: userName, ...origin };
  const ipAddress = origin.ipAddress ?? null;
  const lockedUntil = new Date(now.getTime() + limits.lockoutDurationSeconds * 1000).toISOString();
  await recordAudit(em, [
    { action: 'user.login_failed', result: 'FAILURE', reason, ...target },
    ...(locks ? [{ action: 'user.locked', result: 'SUCCESS' as const, ...target }] : []),
  ]);
  const userAgent = shown(origin.userAgent);
  await emit(em, [
    { type: 'user.login_failed', data: { userId, userName, reason, clientId, ipAddress, userAgent } },
    ...(locks ? [{ type: 'user.locked' as const, data: { userId, userName, lockedUntil, ipAddress } }] : []),
  ]);
}
