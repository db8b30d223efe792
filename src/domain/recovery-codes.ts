import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../entities/owned.ts';
import { hashOfRecoveryCode, newRecoveryCode } from '../protocols/totp/recovery-code.ts';
import { replaceRecoveryCodes, useRecoveryCode } from '../queries/recovery-codes.ts';
import { authConfig } from './auth-config.ts';
import { type By, recordFactorChange } from './factor-changes.ts';
import { lockUser } from './users.ts';

/** Gives a person new codes; those before are dead. They are kept as hashes, so they are shown once. */
export async function newRecoveryCodes(em: EntityManager, userId: string, count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, newRecoveryCode);
  const hashes = codes.map(hashOfRecoveryCode).filter((hash) => hash !== undefined);
  await replaceRecoveryCodes(em, tenancyOf(em).orgId, userId, hashes);
  return codes;
}

/** As {@link newRecoveryCodes}, for whoever asks for others. @throws {Failure} USER_NOT_FOUND, USER_STATE_CONFLICT */
export async function renewRecoveryCodes(em: EntityManager, userId: string, by: By): Promise<string[]> {
  const user = await lockUser(em, userId);
  user.requirePresent(tenancyOf(em).now);
  const { recoveryCodes } = (await authConfig(em)).totp;
  const codes = await newRecoveryCodes(em, userId, recoveryCodes);
  await recordFactorChange(em, user, { action: 'user.renew_recovery_codes' }, by);
  return codes;
}

/** Takes a recovery code, however it is typed. @returns whether it was one of the person's, and used for the first time */
export async function spendRecoveryCode(em: EntityManager, userId: string, code: string): Promise<boolean> {
  const hash = hashOfRecoveryCode(code);
  return hash !== undefined && useRecoveryCode(em, tenancyOf(em).orgId, userId, hash);
}
