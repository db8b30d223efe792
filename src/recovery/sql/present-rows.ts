import type { EntityManager } from '@mikro-orm/postgresql';
import { arrayLiteral } from '../../lib/array-literal.ts';

/** Tells which audit rows a tenant has, by their ids. */
export async function presentRows(
  em: EntityManager,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await em.execute<{ id: string }[]>(
    'select id from audit_logs where org_id = ? and id = any(?::text[])',
    [orgId, arrayLiteral(ids)],
  );
  return new Set(rows.map(({ id }) => id));
}
