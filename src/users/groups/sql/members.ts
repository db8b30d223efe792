import { dateOf } from '../../../lib/rows.ts';
import { sql, type Sql } from '../../../lib/sql.ts';
import type { Locked } from '../../../platform/locked.ts';
import {
  byTime,
  type ListPage,
  orderBy,
  pageOfRows,
  type TimeSort,
  type Window,
} from '../../../platform/sql/page-of-rows.ts';
import type { Tx } from '../../../platform/tx.ts';
import type { DirectorySource } from '../../directory/entities/directory-source.ts';
import type { User, UserStatus } from '../../directory/entities/user.ts';
import type { KeptUserId } from '../../directory/sql/users.ts';
import type { Group } from '../entities/group.ts';
import type { NamedGroup } from './groups.ts';

/** A person in a group. */
export interface MemberRow {
  userId: string;
  email: string | null;
  displayName: string | null;
  status: UserStatus;
  addedAt: Date;
  source: DirectorySource;
}

/** Lists the members of a group. `total` is their number, which the row of the group counts. */
export function listMembers(
  tx: Tx,
  orgId: string,
  { id: groupId, memberCount: total }: { id: string; memberCount: number },
  sort: TimeSort<'addedAt'>,
  window: Window,
): Promise<ListPage<MemberRow>> {
  const order = byTime('m.added_at', 'm.user_id', sort);
  // Users are joined to the page alone, so that the index gives the page also where the planner's estimates are wrong.
  const around = (page: Sql): Sql =>
    sql`select m.user_id as "userId", u.email, u.display_name as "displayName", u.status, m.added_at as "addedAt", m.source,
            m."pageKey", m."pageTie"
       from (${page}) as m join users u on u.org_id = m.org_id and u.id = m.user_id
      order by ${sql.raw(orderBy(order))}`;
  return pageOfRows<RawRow, MemberRow>(
    tx,
    {
      from: sql`from group_members m where m.org_id = ${orgId} and m.group_id = ${groupId}`,
      columns: 'm.org_id, m.user_id, m.added_at, m.source',
      order,
      around,
      toRow: (row) => ({ ...row, addedAt: dateOf(row.addedAt) }),
      total,
    },
    window,
  );
}

type RawRow = Omit<MemberRow, 'addedAt'> & { addedAt: string };

/** The fields that name a user in an event. */
export interface NamedUser {
  userId: string;
  userName: string;
}

/** A user who was named, and whether that made the user a member. */
export type AddedMember = MemberRow & NamedUser & { isNew: boolean };

/**
 * Makes users members of a group, all in one statement. @returns them in the order of their ids in `userIds`
 * @param source where new memberships come from
 */
export async function addMembers(
  tx: Tx,
  { orgId, id: groupId }: Locked<Group>,
  userIds: readonly KeptUserId[],
  now: Date,
  source: DirectorySource = 'LOCAL',
): Promise<AddedMember[]> {
  const rows = await tx.rows<Omit<AddedMember, 'addedAt'> & { addedAt: string }>(
    add({ orgId, groupId, userIds: JSON.stringify(userIds), now: now.toISOString(), source }),
  );
  return rows.map((row) => ({ ...row, addedAt: dateOf(row.addedAt) }));
}

interface NewMembers {
  orgId: string;
  groupId: string;
  userIds: string;
  now: string;
  source: DirectorySource;
}

// Reads of group_members see the table as it was before the insertion beside them. `offset 0` keeps each user's
// row and membership a look-up by index. With a plain join, the planner sometimes reads the whole group to add
// one member.
const add = ({ orgId, groupId, userIds, now, source }: NewMembers): Sql => sql`
with named as materialized (
  select user_id, place from jsonb_array_elements_text(${userIds}::jsonb) with ordinality as one (user_id, place)
), added as (
  insert into group_members (org_id, group_id, user_id, added_at, source)
  select ${orgId}, ${groupId}, user_id, ${now}::timestamptz, ${source} from named order by user_id
  on conflict do nothing
  returning user_id, added_at, source
)
select u.id as "userId", coalesce(u.display_name, u.username) as "userName", u.email,
       u.display_name as "displayName", u.status, coalesce(a.added_at, m.added_at) as "addedAt",
       coalesce(a.source, m.source) as source, a.user_id is not null as "isNew"
  from named n
  join lateral (
    select id, display_name, username, email, status from users where org_id = ${orgId} and id = n.user_id offset 0
  ) u on true
  left join added a on a.user_id = n.user_id
  left join lateral (
    select added_at, source from group_members
     where org_id = ${orgId} and group_id = ${groupId} and user_id = n.user_id offset 0
  ) m on true
 order by n.place`;

/**
 * Takes a user out of a group. @returns undefined for a user who is not in it
 * @param source takes the user out only if the membership comes from there
 */
export async function removeMember(
  tx: Tx,
  { orgId, id: groupId }: Locked<Group>,
  userId: string,
  source: DirectorySource | null = null,
): Promise<NamedUser | undefined> {
  return tx.row<NamedUser>(remove({ orgId, groupId, userId, source }));
}

interface Removal {
  orgId: string;
  groupId: string;
  userId: string;
  source: DirectorySource | null;
}

const remove = ({ orgId, groupId, userId, source }: Removal): Sql => sql`
delete from group_members m using users u
 where m.org_id = ${orgId} and m.group_id = ${groupId} and m.user_id = ${userId} and (${source}::text is null or m.source = ${source})
   and u.org_id = m.org_id and u.id = m.user_id
returning m.user_id as "userId", coalesce(u.display_name, u.username) as "userName"`;

/**
 * Takes a user out of every group. Under the lock no other transaction adds the user to another one.
 * @returns the groups
 */
export async function leaveGroups(tx: Tx, { orgId, id: userId }: Locked<User>): Promise<NamedGroup[]> {
  return tx.rows(leave(orgId, userId));
}

// The statement locks each group before it removes the membership, as every change of members does. Otherwise this and the
// deletion of a group would wait for each other.
const leave = (orgId: string, userId: string): Sql => sql`
with mine as materialized (
  select g.id from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id
   where m.org_id = ${orgId} and m.user_id = ${userId} order by g.id for no key update of g
), gone as (
  delete from group_members m using mine
   where m.org_id = ${orgId} and m.user_id = ${userId} and m.group_id = mine.id
  returning m.group_id
)
update groups g set member_count = g.member_count - 1, version = g.version + 1, updated_at = now()
  from gone where g.org_id = ${orgId} and g.id = gone.group_id
returning g.id, g.name`;
