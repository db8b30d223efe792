import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../entities/owned.ts';
import type { User } from '../entities/user.ts';
import { Failure } from '../failure.ts';
import { base32, fromBase32 } from '../protocols/totp/base32.ts';
import { otpauthUri } from '../protocols/totp/otpauth-uri.ts';
import { keyBytes, stepOf } from '../protocols/totp/totp.ts';
import { chargeTotpAttempt } from '../queries/charge-totp-attempt.ts';
import { keepTotpEnrolment, lockTotpEnrolment, type SealedTotp } from '../queries/totp-enrolments.ts';
import { addTotpFactor, findTotpFactor } from '../queries/totp-factors.ts';
import { useTotpStep } from '../queries/use-totp-step.ts';
import type { Vault } from '../vault.ts';
import { authConfig } from './auth-config.ts';
import { type By, recordFactorChange } from './factor-changes.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { lockUser } from './users.ts';

/** Whose secret it is; the same while it is set up and after, so that it need not be sealed anew in between. */
export const totpSecretPurpose = (userId: string): string => `totp-secret:${userId}`;

/** As long as a sign-in lasts. */
const enrolmentSeconds = 1800;

export interface TotpEnrolment {
  /** Base 32, for those who type it. */
  secret: string;
  /** For the QR code. */
  uri: string;
}

/**
 * Begins to set up an authenticator app, or shows again what the same sign-in or login began.
 * @param holder the id of the sign-in or of the login: what one of them began no other one sees or confirms
 * @throws {Failure} FACTOR_STATE_CONFLICT when codes are switched off, or an app is set up already
 */
export async function beginTotp(
  em: EntityManager,
  vault: Vault,
  user: User,
  holder: string,
): Promise<TotpEnrolment> {
  const { orgId } = tenancyOf(em);
  const { enabled, issuer, algorithm, digits, periodSeconds } = (await authConfig(em)).totp;
  if (!enabled) throw new Failure('FACTOR_STATE_CONFLICT', { totp: 'is switched off' });
  if (await findTotpFactor(em, orgId, user.id)) throw alreadySetUp();
  const purpose = totpSecretPurpose(user.id);
  const kept = await keepTotpEnrolment(
    em,
    orgId,
    { userId: user.id, holder },
    {
      secret: vault.seal(base32(randomBytes(keyBytes[algorithm])), orgId, purpose),
      ...{ algorithm, digits, periodSeconds },
    },
    enrolmentSeconds,
  );
  const secret = vault.open(Buffer.from(kept.secret), orgId, purpose);
  return { secret, uri: otpauthUri({ ...kept, secret, issuer, account: user.email ?? user.username }) };
}

const alreadySetUp = (): Failure => new Failure('FACTOR_STATE_CONFLICT', { totp: 'is set up already' });

/**
 * Sets the app up with its first code, which can then not be used again.
 * @returns the recovery codes, to be shown once; undefined when the code is wrong, or its time to be confirmed is over
 * @throws {Failure} USER_NOT_FOUND, USER_STATE_CONFLICT, FACTOR_STATE_CONFLICT
 */
export async function confirmTotp(
  em: EntityManager,
  vault: Vault,
  { userId, holder, code }: { userId: string; holder: string; code: string },
  by: By,
): Promise<string[] | undefined> {
  const { orgId, now } = tenancyOf(em);
  // Locked first, as by whoever ends the person.
  const user = await lockUser(em, userId);
  user.requirePresent(now);
  const { enabled, window, recoveryCodes } = (await authConfig(em)).totp;
  if (!enabled) throw new Failure('FACTOR_STATE_CONFLICT', { totp: 'is switched off' });
  const begun = await lockTotpEnrolment(em, orgId, { userId, holder });
  if (!begun) return undefined;
  const step = stepOf(code, keyOf(vault, orgId, userId, begun), { now, window }, begun);
  if (step === undefined) return undefined;
  if (!(await addTotpFactor(em, orgId, userId, begun, step))) throw alreadySetUp();
  const codes = await newRecoveryCodes(em, userId, recoveryCodes);
  await recordFactorChange(em, user, { action: 'user.enroll_totp', added: 'TOTP' }, by);
  return codes;
}

export type TotpOutcome =
  | { result: 'ACCEPTED' }
  /** USED: it was right, and taken before. */
  | { result: 'WRONG' | 'USED' }
  /** No code is taken until then; `now`: since this attempt. */
  | { result: 'LOCKED'; now: boolean; until: Date | null };

/**
 * Takes a code of the person's app. It answers and does not throw, because what it counts must be kept.
 * @returns LOCKED also for whoever has no app
 */
export async function verifyTotp(
  em: EntityManager,
  vault: Vault,
  userId: string,
  code: string,
): Promise<TotpOutcome> {
  const { orgId, now } = tenancyOf(em);
  const { totp, passwordPolicy } = await authConfig(em);
  if (!totp.enabled) return { result: 'LOCKED', now: false, until: null };
  const factor = await chargeTotpAttempt(em, orgId, userId, {
    maxAttempts: totp.maxAttempts,
    lockoutSeconds: passwordPolicy.lockoutDurationSeconds,
  });
  if (!factor) return { result: 'LOCKED', now: false, until: null };
  const step = stepOf(code, keyOf(vault, orgId, userId, factor), { now, window: totp.window }, factor);
  if (step !== undefined && (await useTotpStep(em, orgId, userId, step))) return { result: 'ACCEPTED' };
  const until = factor.lockedUntil;
  if (until) return { result: 'LOCKED', now: true, until };
  return { result: step === undefined ? 'WRONG' : 'USED' };
}

const keyOf = (vault: Vault, orgId: string, userId: string, { secret }: SealedTotp): Buffer =>
  fromBase32(vault.open(Buffer.from(secret), orgId, totpSecretPurpose(userId)));
