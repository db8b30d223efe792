import type { EntityManager } from '@mikro-orm/postgresql';
import type { Group } from '../../users/groups/entities/group.ts';
import { dateOf } from '../../lib/rows.ts';
import type { NamedUser } from '../../users/groups/sql/add-members.ts';

/** What SCIM shows of a group. */
export type ScimGroupRow = Pick<
  Group,
  'id' | 'name' | 'externalId' | 'source' | 'memberCount' | 'version' | 'createdAt' | 'updatedAt'
> & {
  /** By id; empty unless they were asked for. */
  members: NamedUser[];
};

/** Reads groups as SCIM shows them, in the order of `ids`. Who is not there is left out. Call it after the flush. */
export async function readScimGroups(
  em: EntityManager,
  orgId: string,
  ids: readonly string[],
  { members }: { members: boolean },
): Promise<ScimGroupRow[]> {
  if (ids.length === 0) return [];
  const groups = await em.execute<RawRow[]>(rows(ids.length), [...ids, orgId]);
  const found = new Map(groups.map((row): [string, ScimGroupRow] => [row.id, toRow(row)]));
  if (members && found.size > 0) {
    // A row for each and not one value for all: a group may have 100,000 of them.
    const values = [orgId, ...found.keys()];
    for (const { groupId, ...member } of await em.execute<MemberOf[]>(membersOfEach(found.size), values)) {
      found.get(groupId)?.members.push(member);
    }
  }
  return [...found.values()];
}

type MemberOf = NamedUser & { groupId: string };
type TimeColumn = 'createdAt' | 'updatedAt';
type RawRow = Omit<ScimGroupRow, TimeColumn | 'members'> & Record<TimeColumn, string>;

const toRow = (row: RawRow): ScimGroupRow => ({
  ...row,
  createdAt: dateOf(row.createdAt),
  updatedAt: dateOf(row.updatedAt),
  members: [],
});

// An array and not JSON: of an array the planner knows how many there are, and looks each of few up.
const rows = (count: number): string => `
select g.id, g.name, g.external_id as "externalId", g.source, g.member_count as "memberCount", g.version,
       g.created_at as "createdAt", g.updated_at as "updatedAt"
  from unnest(array[${Array(count).fill('?').join(', ')}]::text[]) with ordinality as asked (id, place)
  join groups g on g.org_id = ? and g.id = asked.id
 order by asked.place`;

// The ids themselves and not what a query makes of them, or the planner takes a group of three for one of 100,000.
// A look-up by key for each member and no join (`offset 0`): where a tenant is newer than the statistics, the planner
// takes its people for one, and would read all of them for every member.
const membersOfEach = (count: number): string => `
select m.group_id as "groupId", m.user_id as "userId", u.name as "userName"
  from group_members m,
       lateral (select coalesce(u.display_name, u.username) as name from users u
                 where u.org_id = m.org_id and u.id = m.user_id and u.released_at is null offset 0) as u
 where m.org_id = ? and m.group_id in (${Array(count).fill('?').join(', ')})
 order by m.group_id, m.user_id`;
