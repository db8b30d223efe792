import type { Group } from '../../users/groups/entities/group.ts';
import type { Tx } from '../../platform/tx.ts';

/** Reads the ids of every member of a group. */
export async function memberIds(tx: Tx, { orgId, id }: Group): Promise<string[]> {
  const rows = await tx.execute<{ id: string }[]>(
    'select user_id as id from group_members where org_id = ? and group_id = ? order by user_id',
    [orgId, id],
  );
  return rows.map((row) => row.id);
}
