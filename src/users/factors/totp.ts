import { randomBytes } from 'node:crypto';
import type { Origin } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { base32, fromBase32 } from './protocol/base32.ts';
import { otpauthUri } from './protocol/otpauth-uri.ts';
import { hashOfTypedCode } from './protocol/typed-code.ts';
import { keyBytes, stepOf } from './protocol/totp.ts';
import { addTotpFactor, chargeTotpAttempt, findTotpFactor, useTotpStep } from './sql/totp-factors.ts';
import { keepTotpEnrolment, lockTotpEnrolment, type SealedTotp } from './sql/totp-enrolments.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Tx } from '../../platform/tx.ts';
import { authConfig } from '../auth-config.ts';
import { attemptCode, type CodeOutcome, type Trying } from './code-attempts.ts';
import { recordFactorChange } from './factor-changes.ts';
import { newRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts';
import { findUser, lockUser } from '../directory/users.ts';

/**
 * Names the owner of the secret. The purpose is the same during the set-up and after it, so that the secret need not
 * be sealed again.
 */
export const totpSecretPurpose = (userId: string): string => `totp-secret:${userId}`;

/** As long as a sign-in lasts. */
const enrolmentSeconds = 1800;

export interface TotpEnrolment {
  /** Base 32, for those who type it. */
  secret: string;
  /** For the QR code. */
  uri: string;
  algorithm: string;
  digits: number;
  periodSeconds: number;
}

/**
 * Begins to set up an authenticator app, or shows again what the same sign-in or login began.
 * @param holder the id of the sign-in or of the login: what one of them began no other one sees or confirms
 * @returns undefined when codes are switched off, or an app is set up already
 * @throws {Failure} USER_NOT_FOUND
 */
export async function beginTotp(
  tx: Tx,
  vault: Vault,
  { userId, holder }: { userId: string; holder: string },
): Promise<TotpEnrolment | undefined> {
  const { orgId } = tenancyOf(tx);
  const { enabled, issuer, algorithm, digits, periodSeconds } = (await authConfig(tx)).totp;
  if (!enabled || (await findTotpFactor(tx, orgId, userId))) return undefined;
  const { email, username } = await findUser(tx, userId);
  const purpose = totpSecretPurpose(userId);
  const kept = await keepTotpEnrolment(
    tx,
    orgId,
    { userId, holder },
    {
      secret: vault.seal(base32(randomBytes(keyBytes[algorithm])), orgId, purpose),
      algorithm,
      digits,
      periodSeconds,
    },
    enrolmentSeconds,
  );
  const secret = vault.open(Buffer.from(kept.secret), orgId, purpose);
  const form = {
    algorithm: kept.algorithm,
    digits: kept.digits,
    periodSeconds: kept.periodSeconds,
  };
  return { secret, uri: otpauthUri({ ...form, secret, issuer, account: email ?? username }), ...form };
}

export type Confirmed =
  /** The recovery codes must be shown now; they cannot be shown again. */
  | { result: 'CONFIRMED'; recoveryCodes: string[] }
  | { result: 'WRONG' }
  /** Nothing is being set up here (any more), or it was set up already. */
  | { result: 'NOTHING' };

/** Sets the app up with its first code, which can then not be used again. @throws {Failure} USER_NOT_FOUND */
export async function confirmTotp(
  tx: Tx,
  vault: Vault,
  { userId, holder, code }: { userId: string; holder: string; code: string },
  origin: Origin,
): Promise<Confirmed> {
  const { orgId, now } = tenancyOf(tx);
  // Locks the user first, as the end of a user does.
  const user = await lockUser(tx, userId);
  const { enabled, window, recoveryCodes: count } = (await authConfig(tx)).totp;
  const begun = await lockTotpEnrolment(tx, orgId, { userId, holder });
  if (!enabled || !begun || user.statusAt(now) !== 'ACTIVE') return { result: 'NOTHING' };
  const step = stepOf(code, keyOf(vault, orgId, userId, begun), { now, window }, begun);
  if (step === undefined) return { result: 'WRONG' };
  if (!(await addTotpFactor(tx, user, begun, step))) return { result: 'NOTHING' };
  const recoveryCodes = await newRecoveryCodes(tx, userId, count);
  await recordFactorChange(
    tx,
    user,
    { action: 'user.enroll_totp', added: 'TOTP', notice: 'TOTP_ADDED' },
    origin,
  );
  return { result: 'CONFIRMED', recoveryCodes };
}

/** Consecutive failures after which only a browser that signed in as that person before may go on (NIST SP 800-63B, 5.2.2). */
const mostFailures = 100;

/**
 * Accepts a code of the user's app, once. Returns a result and does not throw, because the count must be kept.
 * @returns LOCKED also for a user who has no app, or where codes are switched off
 */
export async function verifyTotp(tx: Tx, vault: Vault, trying: Trying, code: string): Promise<CodeOutcome> {
  const { orgId, now } = tenancyOf(tx);
  const { userId } = trying;
  const { enabled, window } = (await authConfig(tx)).totp;
  if (!enabled) return 'LOCKED';
  return attemptCode(tx, `totp ${userId}`, trying, async ({ known }) => {
    const factor = await chargeTotpAttempt(tx, orgId, userId, { most: known ? null : mostFailures });
    if (!factor) return 'LOCKED';
    const step = stepOf(code, keyOf(vault, orgId, userId, factor), { now, window }, factor);
    if (step === undefined) return 'WRONG';
    return (await useTotpStep(tx, orgId, userId, step)) ? 'ACCEPTED' : 'USED';
  });
}

/** Takes either a code of the app or a recovery code, which no code of an app looks like. */
export const verifyAnyCode = (tx: Tx, vault: Vault, trying: Trying, code: string): Promise<CodeOutcome> =>
  hashOfTypedCode(code) ? spendRecoveryCode(tx, trying, code) : verifyTotp(tx, vault, trying, code);

const keyOf = (vault: Vault, orgId: string, userId: string, { secret }: SealedTotp): Buffer =>
  fromBase32(vault.open(Buffer.from(secret), orgId, totpSecretPurpose(userId)));
