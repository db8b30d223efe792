import { recordAudit, type Origin } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { emit } from '../../platform/events.ts';
import { writeLast } from '../../platform/last-writes.ts';
import type { Tx } from '../../platform/tx.ts';
import { isKnownBrowser } from './sql/browsers.ts';
import {
  type AttemptLimits,
  forgiveAttempts,
  forgivenRow,
  takeAttemptRow,
  takeBackAttempt,
} from './sql/attempts.ts';
import { shown } from './login-sessions.ts';

/** The key of one count: attempts with one name by one known browser, or by all unknown browsers together. */
export interface Counted {
  name: string;
  browser: string;
}

/** The application that a user signs in to. Both are null for pages of our own. */
export interface SignInTarget {
  clientId: string | null;
  serviceProviderId: string | null;
}

/** The user and the origin of an attempt, as far as the user is known. */
export interface Attempted extends SignInTarget {
  userId: string | null;
  userName: string | null;
  origin: Origin;
}

export type Failing =
  | 'WRONG_PASSWORD'
  | 'WRONG_CODE'
  | 'WRONG_ACCESS_PASS'
  | 'WRONG_PASSKEY'
  | 'PASSKEY_COUNTER'
  | 'UNKNOWN_USER'
  | 'NOT_ACTIVE'
  | 'CONNECTION_ENFORCED'
  | 'CONNECTION_DISABLED'
  | 'ACCESS_BLOCKED';

/**
 * Returns the name of a count for a secret that is not a name. Typed names start with no space, so the two never
 * collide.
 */
export const guessAt = (what: string): string => ` ${what}`;

/**
 * Counts an attempt to prove something in the name of a user, before the attempt is judged.
 * @param name the typed name, without spaces around it, or what {@link guessAt} makes of the guessed secret: `totp
 * usr_…`
 * @returns undefined when the attempt must be refused unjudged
 */
export async function takeAttempt(
  tx: Tx,
  { name, userId, browserId }: { name: string; userId: string | null; browserId: string },
  limits: AttemptLimits,
): Promise<{ counted: Counted; isLast: boolean } | undefined> {
  const { orgId } = tenancyOf(tx);
  const known = await isKnownBrowser(tx, orgId, userId ?? '', browserId);
  const counted = { name, browser: known ? browserId : '' };
  const tries = await takeAttemptRow(tx, orgId, counted, limits);
  return tries === undefined ? undefined : { counted, isLast: tries >= limits.lockoutThreshold };
}

/** Takes back an attempt that could not be judged, as where too many hashes are waited for. */
export async function takeBack(tx: Tx, counted: Counted): Promise<void> {
  await takeBackAttempt(tx, tenancyOf(tx).orgId, counted);
}

/** Deletes the earlier failures of this count. */
export async function forgive(tx: Tx, { name, browser }: Counted): Promise<void> {
  await forgiveAttempts(tx, tenancyOf(tx).orgId, { names: [name], browser });
}

/** As {@link forgive}, with the last statement of the transaction. */
export function forgiveLast(tx: Tx, counted: Counted): void {
  writeLast(tx, forgivenRow(tenancyOf(tx).orgId, counted));
}

/** Forgets every failure with the names of a person: when they are erased, and when they are given another password. */
export async function forgetFailures(
  tx: Tx,
  { username, email }: { username: string; email: string | null },
): Promise<void> {
  const names = [username, ...(email === null ? [] : [email])].map((name) => name.trim());
  await forgiveAttempts(tx, tenancyOf(tx).orgId, { names });
}

/** Records a failure, in the same way and time for a name with a user and for a name without one. */
export async function recordFailure(
  tx: Tx,
  { userId, userName, clientId, serviceProviderId, origin }: Attempted,
  { reason, locks, limits }: { reason: Failing; locks: boolean; limits: AttemptLimits },
): Promise<void> {
  const { now } = tenancyOf(tx);
  const actor = { type: 'ANONYMOUS', id: null, name: null } as const;
  const target = { actor, targetId: userId, targetName: userName, ...origin };
  const ipAddress = origin.ipAddress ?? null;
  const lockedUntil = new Date(now.getTime() + limits.lockoutDurationSeconds * 1000).toISOString();
  await recordAudit(tx, [
    { action: 'user.login_failed', result: 'FAILURE', reason, ...target },
    ...(locks ? [{ action: 'user.locked', result: 'SUCCESS' as const, ...target }] : []),
  ]);
  const userAgent = shown(origin.userAgent);
  await emit(tx, [
    {
      type: 'user.login_failed',
      data: { userId, userName, reason, clientId, serviceProviderId, ipAddress, userAgent },
    },
    ...(locks ? [{ type: 'user.locked' as const, data: { userId, userName, lockedUntil, ipAddress } }] : []),
  ]);
}
