import { arrayLiteral } from '../../lib/array-literal.ts';
import type { Tx } from '../../platform/tx.ts';

/** Tells which audit rows a tenant has, by their ids. */
export async function presentRows(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.execute<{ id: string }[]>(
    'select id from audit_logs where org_id = ? and id = any(?::text[])',
    [orgId, arrayLiteral(ids)],
  );
  return new Set(rows.map(({ id }) => id));
}
