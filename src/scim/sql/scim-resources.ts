import type { Pool } from 'pg';
import { dateOf, dateOrNull } from '../../lib/rows.ts';
import { named, numbered, shared, sql, type Sql } from '../../lib/sql.ts';
import type { User } from '../../users/directory/entities/user.ts';
import type { UserValues } from '../../users/directory/sql/attributes.ts';
import { onlyUserOf } from '../../users/directory/sql/names.ts';
import { userColumns, userDetails } from '../../users/directory/sql/users.ts';
import type { Group } from '../../users/groups/entities/group.ts';
import type { NamedUser } from '../../users/groups/sql/members.ts';
import type { Tx } from '../../platform/tx.ts';

/** Times that users and groups have. */
type TimeColumn = 'createdAt' | 'updatedAt';

const shown = [...userDetails, 'scim', 'version'] as const;

/** A user as SCIM shows them. The columns have the names of the entity's fields. */
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

/** The most groups of a user that one response shows. */
const mostGroups = 1000;

/**
 * Reads users as SCIM shows them, in the order of `ids`. Users that are not there, or that SCIM deleted, are left out. Call
 * it after the flush.
 */
export async function readScimUsers(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
  { groups }: { groups: boolean },
): Promise<ScimUserRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx.rows<RawUser>(selectUsers(orgId, ids, groups));
  return rows.map(toUser);
}

/**
 * Reads the users with these user names, in any case, as {@link readScimUsers} reads users. If no user has a name in this spelling, reads
 * the only user who has it in another spelling.
 * @returns in the order of the names; undefined for a name that no user has, or that two users have
 */
export async function readScimUsersNamed(
  pool: Pool,
  orgId: string,
  userNames: readonly string[],
  { groups }: { groups: boolean },
): Promise<(ScimUserRow | undefined)[]> {
  const name = groups ? 'scim-users-named-with-groups' : 'scim-users-named';
  const statement = named(name, byNames(orgId, userNames, groups));
  const { rows } = await pool.query<RawUser & { place: number }>(numbered(statement));
  const found: (ScimUserRow | undefined)[] = userNames.map(() => undefined);
  for (const { place, ...row } of rows) found[place - 1] = toUser(row);
  return found;
}

const columns = sql.raw(userColumns([...shown, 'expiresAt', 'createdAt', 'updatedAt']));

const groupsOfEach = sql`(
         select jsonb_agg(mine order by mine.sorting, mine.id)
           from (select g.id, g.name, lower(g.name) as sorting
                   from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id
                  where m.org_id = u.org_id and m.user_id = u.id order by lower(g.name), g.id limit ${sql.raw(String(mostGroups))}) as mine)`;

// An array and not JSON: of an array the planner knows how many there are, and looks each of few up.
const selectUsers = (orgId: string, ids: readonly string[], groups: boolean): Sql => sql`
${shownOf(groups)}
  from unnest(array[${listed(ids)}]::text[]) with ordinality as asked (id, place)
  join users u on u.org_id = ${orgId} and u.id = asked.id
 where u.released_at is null
 order by asked.place`;

const listed = (ids: Iterable<string>): Sql => sql.join([...ids].map((id) => sql`${id}`));

/** Selects the columns that SCIM shows of the user `u`. */
const shownOf = (groups: boolean): Sql => sql`
select ${columns},
       (select jsonb_build_object('displayName', b.display_name) from users b
         where b.org_id = u.org_id and b.id = u.manager_id and b.released_at is null) as manager,
       (select jsonb_agg(jsonb_build_array(v.attribute, v.data) order by v.attribute, v.place)
          from user_values v where v.org_id = u.org_id and v.user_id = u.id) as "values",
       ${groups ? groupsOfEach : sql`null::jsonb`} as groups`;

// A look-up for each name: a plan for any number of names would read the whole table.
function byNames(tenant: string, userNames: readonly string[], groups: boolean): Sql {
  const orgId = shared(tenant);
  return sql`
select asked.place::int as place, found.*
  from unnest(${userNames}::text[]) with ordinality as asked (name, place)
 cross join lateral (
   ${shownOf(groups)}
     from users u
    where u.org_id = ${orgId} and u.id = coalesce(
      (select id from users where org_id = ${orgId} and released_at is null and lower(username) collate "C" = (select lower(asked.name))),
      (${onlyUserOf(orgId, sql`asked.name`, ['username'])})) limit 1) as found`;
}

type RawUser = Omit<ScimUserRow, TimeColumn | 'expiresAt' | 'values' | 'groups'> &
  Record<TimeColumn, string> & {
    expiresAt: string | null;
    values: [attribute: string, data: unknown][] | null;
    groups: { id: string; name: string }[] | null;
  };

function toUser(row: RawUser): ScimUserRow {
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

/** A group as SCIM shows it. */
export type ScimGroupRow = Pick<
  Group,
  'id' | 'name' | 'externalId' | 'source' | 'memberCount' | 'version' | 'createdAt' | 'updatedAt'
> & {
  /** By id; empty unless they were asked for. */
  members: NamedUser[];
};

/** Reads groups as SCIM shows them, in the order of `ids`. Missing groups are left out. Call it after the flush. */
export async function readScimGroups(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
  { members }: { members: boolean },
): Promise<ScimGroupRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx.rows<RawGroup>(selectGroups(orgId, ids));
  const found = new Map(rows.map((row): [string, ScimGroupRow] => [row.id, toGroup(row)]));
  if (members && found.size > 0) {
    // A row for each and not one value for all: a group may have 100,000 of them.
    for (const { groupId, ...member } of await tx.rows<MemberOf>(membersOfEach(orgId, found.keys()))) {
      found.get(groupId)?.members.push(member);
    }
  }
  return [...found.values()];
}

type MemberOf = NamedUser & { groupId: string };
type RawGroup = Omit<ScimGroupRow, TimeColumn | 'members'> & Record<TimeColumn, string>;

const toGroup = (row: RawGroup): ScimGroupRow => ({
  ...row,
  createdAt: dateOf(row.createdAt),
  updatedAt: dateOf(row.updatedAt),
  members: [],
});

// An array and not JSON, as above.
const selectGroups = (orgId: string, ids: readonly string[]): Sql => sql`
select g.id, g.name, g.external_id as "externalId", g.source, g.member_count as "memberCount", g.version,
       g.created_at as "createdAt", g.updated_at as "updatedAt"
  from unnest(array[${listed(ids)}]::text[]) with ordinality as asked (id, place)
  join groups g on g.org_id = ${orgId} and g.id = asked.id
 order by asked.place`;

// The ids themselves and not what a query makes of them, or the planner takes a group of three for one of 100,000.
// A look-up by key for each member and no join (`offset 0`): where a tenant is newer than the statistics, the planner
// takes its people for one, and would read all of them for every member.
const membersOfEach = (orgId: string, groupIds: Iterable<string>): Sql => sql`
select m.group_id as "groupId", m.user_id as "userId", u.name as "userName"
  from group_members m,
       lateral (select coalesce(u.display_name, u.username) as name from users u
                 where u.org_id = m.org_id and u.id = m.user_id and u.released_at is null offset 0) as u
 where m.org_id = ${orgId} and m.group_id in (${listed(groupIds)})
 order by m.group_id, m.user_id`;
