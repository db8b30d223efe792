import type { EntityManager } from '@mikro-orm/postgresql';

/** The ids of the groups of a user. */
export async function groupsOfUser(em: EntityManager, orgId: string, userId: string): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(mine, { orgId, userId });
  return rows.map(({ id }) => id);
}

const mine = 'select group_id as id from group_members where org_id = :orgId and user_id = :userId';
