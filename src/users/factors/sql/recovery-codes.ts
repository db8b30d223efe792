import type { Tx } from '../../../platform/tx.ts';

/** Gives a person these codes, and no others. */
export async function replaceRecoveryCodes(
  tx: Tx,
  orgId: string,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.execute('delete from recovery_codes where org_id = ? and user_id = ?', [orgId, userId]);
  if (hashes.length === 0) return;
  const values = hashes.map(() => '(?, ?, ?, now())').join(', ');
  await tx.execute(
    `insert into recovery_codes (org_id, user_id, code_hash, created_at) values ${values}`,
    hashes.flatMap((hash) => [orgId, userId, hash]),
  );
}

/** @returns whether it is an unused code of this user: of parallel calls only one gets true */
export async function useRecoveryCode(tx: Tx, orgId: string, userId: string, hash: Buffer): Promise<boolean> {
  const rows = await tx.execute<object[]>(
    `update recovery_codes set used_at = now() where org_id = ? and user_id = ? and code_hash = ? and used_at is null
     returning user_id`,
    [orgId, userId, hash],
  );
  return rows.length > 0;
}

export async function countRecoveryCodes(tx: Tx, orgId: string, userId: string): Promise<number> {
  const [row] = await tx.execute<{ left: number }[]>(
    'select count(*)::int as left from recovery_codes where org_id = ? and user_id = ? and used_at is null',
    [orgId, userId],
  );
  return row?.left ?? 0;
}
