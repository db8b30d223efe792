import { sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';

/** Tells which audit rows a tenant has, by their ids. */
export async function presentRows(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>(
    sql`select id from audit_logs where org_id = ${orgId} and id = any(${ids}::text[])`,
  );
  return new Set(rows.map(({ id }) => id));
}
