import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Keeps people from being deprovisioned or deleted until the caller's transaction ends, in the order of their ids.
 * Take it before the lock of any group: whoever ends a person locks them first and their groups after that.
 * @returns the ids of those who are there and not deprovisioned
 */
export async function lockUsers(
  em: EntityManager,
  orgId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const rows = await em.execute<{ id: string }[]>(text, [orgId, JSON.stringify(userIds)]);
  return new Set(rows.map(({ id }) => id));
}

const text = `
select id from users
 where org_id = ? and id = any (array(select jsonb_array_elements_text(?::jsonb))) and status <> 'DEPROVISIONED'
 order by id for share`;
