import type { EntityManager } from '@mikro-orm/postgresql';

/** A group of a mapping that exists, and whether the user is a member. */
export interface MappedGroup {
  id: string;
  /** Where the membership comes from; null if there is none. */
  memberSource: 'LOCAL' | 'SCIM' | 'FEDERATION' | 'IMPORT' | null;
}

/** Returns those of these groups that exist and whose members no directory keeps, by their ids. */
export async function mappedGroups(
  em: EntityManager,
  orgId: string,
  { userId, ids }: { userId: string | null; ids: readonly string[] },
): Promise<MappedGroup[]> {
  return em.execute<MappedGroup[]>(groups, { orgId, userId, ids: JSON.stringify(ids) });
}

const groups = `
select g.id, m.source as "memberSource"
  from groups g left join group_members m on m.org_id = g.org_id and m.group_id = g.id and m.user_id = :userId
 where g.org_id = :orgId and g.source <> 'SCIM'
   and g.id in (select id collate "C" from jsonb_array_elements_text(:ids::jsonb) as wanted (id))
 order by g.id`;

/** Tells whether a user is in one of these groups. */
export async function isInOneOf(
  em: EntityManager,
  orgId: string,
  { userId, ids }: { userId: string; ids: readonly string[] },
): Promise<boolean> {
  const rows = await em.execute<object[]>(oneOf, { orgId, userId, ids: JSON.stringify(ids) });
  return rows.length > 0;
}

const oneOf = `
select from group_members
 where org_id = :orgId and user_id = :userId
   and group_id in (select id collate "C" from jsonb_array_elements_text(:ids::jsonb) as wanted (id))
 limit 1`;
