import type { EntityManager } from '@mikro-orm/postgresql';
import type { Origin } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { User } from '../directory/entities/user.ts';
import { hashOfTypedCode, newTypedCode } from './protocol/typed-code.ts';
import { replaceRecoveryCodes, useRecoveryCode } from './sql/recovery-codes.ts';
import { authConfig } from '../auth-config.ts';
import { attemptCode, type CodeOutcome, type Trying } from './code-attempts.ts';
import { recordFactorChange } from './factor-changes.ts';
import { lockUser } from '../directory/users.ts';

/** Gives a person new codes; those before are dead. They are kept as hashes, so they are shown once. */
export async function newRecoveryCodes(em: EntityManager, userId: string, count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, newTypedCode);
  const hashes = codes.map(hashOfTypedCode).filter((hash) => hash !== undefined);
  await replaceRecoveryCodes(em, tenancyOf(em).orgId, userId, hashes);
  return codes;
}

/** Does the same as {@link newRecoveryCodes}, for a user who asks for new codes. @throws {Failure} USER_NOT_FOUND */
export async function renewRecoveryCodes(
  em: EntityManager,
  userId: string,
  origin: Origin,
): Promise<string[]> {
  const user = await lockUser(em, userId);
  const { recoveryCodes } = (await authConfig(em)).totp;
  const codes = await newRecoveryCodes(em, userId, recoveryCodes);
  await recordFactorChange(
    em,
    user,
    { action: 'user.renew_recovery_codes', notice: 'RECOVERY_CODES_RENEWED' },
    origin,
  );
  return codes;
}

/** Takes a recovery code, once and however it is typed. It answers and does not throw, because what it counts must be kept. */
export async function spendRecoveryCode(
  em: EntityManager,
  trying: Trying,
  code: string,
): Promise<CodeOutcome> {
  const { orgId } = tenancyOf(em);
  const { userId, origin } = trying;
  return attemptCode(em, `recovery-code ${userId}`, trying, async () => {
    const hash = hashOfTypedCode(code);
    if (!hash || !(await useRecoveryCode(em, orgId, userId, hash))) return 'WRONG';
    const user = await em.findOneOrFail(User, { id: userId });
    await recordFactorChange(em, user, { action: 'user.use_recovery_code' }, origin);
    return 'ACCEPTED';
  });
}
