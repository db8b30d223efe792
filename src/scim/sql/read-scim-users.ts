import type { EntityManager } from '@mikro-orm/postgresql';
import type { User } from '../../users/directory/entities/user.ts';
import { dateOf, dateOrNull } from '../../lib/rows.ts';
import type { UserValues } from '../../users/directory/sql/save-user-values.ts';
import { userColumns, userDetails } from '../../users/directory/sql/user-columns.ts';

const shown = [...userDetails, 'scim', 'version'] as const;

/** What SCIM shows of a person; the columns have the names of the entity's fields. */
export type ScimUserRow = Pick<
  User,
  (typeof shown)[number] | 'status' | 'expiresAt' | 'createdAt' | 'updatedAt'
> & {
  /** The manager, with the name they may have; null when there is none here. */
  manager: { displayName: string | null } | null;
  values: UserValues;
  /** By name, at most a thousand; empty unless they were asked for. */
  groups: { id: string; name: string }[];
};

/** What one answer shows of the groups of a person. */
const mostGroups = 1000;

/**
 * Reads people as SCIM shows them, in the order of `ids`. Who is not there, and whom SCIM deleted, is left out. Call it
 * after the flush.
 */
export async function readScimUsers(
  em: EntityManager,
  orgId: string,
  ids: readonly string[],
  { groups }: { groups: boolean },
): Promise<ScimUserRow[]> {
  if (ids.length === 0) return [];
  const rows = await em.execute<RawRow[]>(text(ids.length, groups), [
    ...(groups ? [mostGroups] : []),
    ...ids,
    orgId,
  ]);
  return rows.map(toRow);
}

const columns = userColumns([...shown, 'expiresAt', 'createdAt', 'updatedAt']);

const groupsOfEach = `(
         select jsonb_agg(mine order by mine.sorting, mine.id)
           from (select g.id, g.name, lower(g.name) as sorting
                   from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id
                  where m.org_id = u.org_id and m.user_id = u.id order by lower(g.name), g.id limit ?) as mine)`;

// An array and not JSON: of an array the planner knows how many there are, and looks each of few up.
const text = (count: number, groups: boolean): string => `
select ${columns},
       (select jsonb_build_object('displayName', b.display_name) from users b
         where b.org_id = u.org_id and b.id = u.manager_id and b.released_at is null) as manager,
       (select jsonb_agg(jsonb_build_array(v.attribute, v.data) order by v.attribute, v.place)
          from user_values v where v.org_id = u.org_id and v.user_id = u.id) as "values",
       ${groups ? groupsOfEach : 'null::jsonb'} as groups
  from unnest(array[${Array(count).fill('?').join(', ')}]::text[]) with ordinality as asked (id, place)
  join users u on u.org_id = ? and u.id = asked.id
 where u.released_at is null
 order by asked.place`;

type TimeColumn = 'createdAt' | 'updatedAt';
type RawRow = Omit<ScimUserRow, TimeColumn | 'expiresAt' | 'values' | 'groups'> &
  Record<TimeColumn, string> & {
    expiresAt: string | null;
    values: [attribute: string, data: unknown][] | null;
    groups: { id: string; name: string }[] | null;
  };

function toRow(row: RawRow): ScimUserRow {
  const values = new Map<string, unknown[]>();
  for (const [attribute, data] of row.values ?? []) {
    const there = values.get(attribute);
    if (there) there.push(data);
    else values.set(attribute, [data]);
  }
  return {
    ...row,
    expiresAt: dateOrNull(row.expiresAt),
    createdAt: dateOf(row.createdAt),
    updatedAt: dateOf(row.updatedAt),
    values,
    groups: (row.groups ?? []).map(({ id, name }) => ({ id, name })),
  };
}
