import { sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** Gives a person these codes, and no others. */
export async function replaceRecoveryCodes(
  tx: Tx,
  orgId: string,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.run(sql`delete from recovery_codes where org_id = ${orgId} and user_id = ${userId}`);
  if (hashes.length === 0) return;
  const values = sql.join(hashes.map((hash) => sql`(${orgId}, ${userId}, ${hash}, now())`));
  await tx.run(sql`insert into recovery_codes (org_id, user_id, code_hash, created_at) values ${values}`);
}

/** @returns whether it is an unused code of this user: of parallel calls only one gets true */
export async function useRecoveryCode(tx: Tx, orgId: string, userId: string, hash: Buffer): Promise<boolean> {
  const used = await tx.run(
    sql`update recovery_codes set used_at = now()
         where org_id = ${orgId} and user_id = ${userId} and code_hash = ${hash} and used_at is null
     returning user_id`,
  );
  return used > 0;
}

export async function countRecoveryCodes(tx: Tx, orgId: string, userId: string): Promise<number> {
  const row = await tx.row<{ left: number }>(
    sql`select count(*)::int as left from recovery_codes where org_id = ${orgId} and user_id = ${userId} and used_at is null`,
  );
  return row?.left ?? 0;
}
