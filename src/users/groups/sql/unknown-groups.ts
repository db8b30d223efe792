import type { EntityManager } from '@mikro-orm/postgresql';

/** Those of these ids that no group of the tenant has. */
export async function unknownGroups(
  em: EntityManager,
  orgId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(text, [JSON.stringify(ids), orgId]);
  return rows.map(({ id }) => id);
}

const text = `
select wanted.id from jsonb_array_elements_text(?::jsonb) as wanted (id)
 where not exists (select from groups g where g.org_id = ? and g.id = wanted.id collate "C")`;
