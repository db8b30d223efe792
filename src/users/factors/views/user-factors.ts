import type { ConnectedAccount, UserFactors } from '../../../../generated/types/types.gen.ts';
import { dateOrNull } from '../../../lib/rows.ts';
import type { UserFactorsRow } from '../sql/user-factors.ts';

const iso = (time: string | null): string | null => dateOrNull(time)?.toISOString() ?? null;

export function viewUserFactors(
  userId: string,
  row: UserFactorsRow,
  accounts: ConnectedAccount[],
): UserFactors {
  const [createdAt, lastUsedAt] = [iso(row.totpCreatedAt), iso(row.totpLastUsedAt)];
  const { recoveryCodesLeft } = row;
  return {
    userId,
    hasPassword: row.hasPassword,
    passwordChangedAt: iso(row.passwordChangedAt),
    totp: createdAt && lastUsedAt ? { createdAt, lastUsedAt, recoveryCodesLeft } : null,
    passkeys: { count: row.passkeyCount, lastUsedAt: iso(row.passkeyLastUsedAt) },
    accessPassExpiresAt: iso(row.accessPassExpiresAt),
    accounts,
    lockedUntil: iso(row.lockedUntil),
  };
}
