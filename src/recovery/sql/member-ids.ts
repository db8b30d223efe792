import type { EntityManager } from '@mikro-orm/postgresql';
import type { Group } from '../../users/groups/entities/group.ts';

/** Reads the ids of every member of a group. */
export async function memberIds(em: EntityManager, { orgId, id }: Group): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    'select user_id as id from group_members where org_id = ? and group_id = ? order by user_id',
    [orgId, id],
  );
  return rows.map((row) => row.id);
}
