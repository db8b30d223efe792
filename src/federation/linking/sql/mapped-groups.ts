import { type Sql, sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** A group of a mapping that exists, and whether the user is a member. */
export interface MappedGroup {
  id: string;
  /** Where the membership comes from; null if there is none. */
  memberSource: 'LOCAL' | 'SCIM' | 'FEDERATION' | 'IMPORT' | null;
}

/** Returns those of these groups that exist and whose members no directory keeps, by their ids. */
export async function mappedGroups(
  tx: Tx,
  orgId: string,
  { userId, ids }: { userId: string | null; ids: readonly string[] },
): Promise<MappedGroup[]> {
  return tx.rows<MappedGroup>(groups(orgId, userId, JSON.stringify(ids)));
}

// `offset 0` keeps each group and membership a look-up by index: as a plain join, the planner reads all groups of a tenant with a
// few thousand.
const groups = (orgId: string, userId: string | null, ids: string): Sql => sql`
select g.id, m.source as "memberSource"
  from (select distinct id collate "C" as id from jsonb_array_elements_text(${ids}::jsonb) as one (id)) as wanted
  join lateral (
    select id from groups where org_id = ${orgId} and id = wanted.id and source <> 'SCIM' offset 0
  ) g on true
  left join lateral (
    select source from group_members where org_id = ${orgId} and group_id = g.id and user_id = ${userId} offset 0
  ) m on true
 order by g.id`;

/** Tells whether a user is in one of these groups. */
export async function isInOneOf(
  tx: Tx,
  orgId: string,
  { userId, ids }: { userId: string; ids: readonly string[] },
): Promise<boolean> {
  return tx.has(oneOf(orgId, userId, JSON.stringify(ids)));
}

const oneOf = (orgId: string, userId: string, ids: string): Sql => sql`
select from group_members
 where org_id = ${orgId} and user_id = ${userId}
   and group_id in (select id collate "C" from jsonb_array_elements_text(${ids}::jsonb) as wanted (id))
 limit 1`;
