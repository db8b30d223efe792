import { sql } from '../../lib/sql.ts';
import type { Group } from '../../users/groups/entities/group.ts';
import type { Tx } from '../../platform/tx.ts';

/** Reads the ids of every member of a group. */
export async function memberIds(tx: Tx, { orgId, id }: Group): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    sql`select user_id as id from group_members where org_id = ${orgId} and group_id = ${id} order by user_id`,
  );
  return rows.map((row) => row.id);
}
