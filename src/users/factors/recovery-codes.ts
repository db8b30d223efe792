import type { Origin } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { User } from '../directory/entities/user.ts';
import { hashOfTypedCode, newTypedCode } from './protocol/typed-code.ts';
import { replaceRecoveryCodes, useRecoveryCode } from './sql/recovery-codes.ts';
import { authConfig } from '../auth-config.ts';
import { attemptCode, type CodeOutcome, type Trying } from './code-attempts.ts';
import { recordFactorChange } from './factor-changes.ts';
import { lockUser } from '../directory/users.ts';

/** Gives a person new codes; those before are dead. They are kept as hashes, so they are shown once. */
export async function newRecoveryCodes(tx: Tx, userId: string, count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, newTypedCode);
  const hashes = codes.map(hashOfTypedCode).filter((hash) => hash !== undefined);
  await replaceRecoveryCodes(tx, tenancyOf(tx).orgId, userId, hashes);
  return codes;
}

/** Does the same as {@link newRecoveryCodes}, for a user who asks for new codes. @throws {Failure} USER_NOT_FOUND */
export async function renewRecoveryCodes(tx: Tx, userId: string, origin: Origin): Promise<string[]> {
  const user = await lockUser(tx, userId);
  const { recoveryCodes } = (await authConfig(tx)).totp;
  const codes = await newRecoveryCodes(tx, userId, recoveryCodes);
  await recordFactorChange(
    tx,
    user,
    { action: 'user.renew_recovery_codes', notice: 'RECOVERY_CODES_RENEWED' },
    origin,
  );
  return codes;
}

/** Takes a recovery code, once and however it is typed. It answers and does not throw, because what it counts must be kept. */
export async function spendRecoveryCode(tx: Tx, trying: Trying, code: string): Promise<CodeOutcome> {
  const { orgId } = tenancyOf(tx);
  const { userId, origin } = trying;
  return attemptCode(tx, `recovery-code ${userId}`, trying, async () => {
    const hash = hashOfTypedCode(code);
    if (!hash || !(await useRecoveryCode(tx, orgId, userId, hash))) return 'WRONG';
    const user = await tx.findOneOrFail(User, { id: userId });
    await recordFactorChange(tx, user, { action: 'user.use_recovery_code' }, origin);
    return 'ACCEPTED';
  });
}
