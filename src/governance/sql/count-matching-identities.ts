import type { EntityManager } from '@mikro-orm/postgresql';

/** How many identities a selector finds; the revoked are not counted. */
export async function countMatchingIdentities(
  em: EntityManager,
  orgId: string,
  { identityTypes, tags, identityIds }: { identityTypes: string[]; tags: string[]; identityIds: string[] },
): Promise<number> {
  const lists = [identityTypes, tags, identityIds].map((list) => JSON.stringify(list));
  const [row] = await em.execute<{ count: number }[]>(text, [...lists, orgId]);
  return row?.count ?? 0;
}

const list = 'array(select jsonb_array_elements_text(?::jsonb))';
const text = `
with selector as materialized (select ${list} as types, ${list} as tags, ${list} as ids)
select count(*)::int as count
  from identities i, selector s
 where i.org_id = ? and i.deleted_at is null and i.status <> 'REVOKED' and (i.expires_at is null or i.expires_at > now())
   and (s.types = '{}' or i.type = any (s.types))
   and (s.tags = '{}' or i.tags && s.tags)
   and (s.ids = '{}' or i.id = any (s.ids))`;
