import { sql, type Sql } from '../../lib/sql.ts';
import type { BoundFilter } from '../protocol/bind.ts';
import type { Locked } from '../../platform/locked.ts';
import type { Tx } from '../../platform/tx.ts';
import type { KeptUserId } from '../../users/directory/sql/users.ts';
import type { Group } from '../../users/groups/entities/group.ts';
import type { NamedUser } from '../../users/groups/sql/members.ts';
import { compileMemberFilter } from './scim-filter.ts';

/**
 * Makes users members of a group, in one statement for any size of the group. The caller updates `memberCount`.
 * @returns who was no member before, by id
 */
export async function addScimMembers(
  tx: Tx,
  { orgId, id: groupId }: Locked<Group>,
  userIds: readonly KeptUserId[],
  now: Date,
): Promise<NamedUser[]> {
  if (userIds.length === 0) return [];
  return tx.rows(add({ orgId, groupId, userIds: JSON.stringify(userIds), now: now.toISOString() }));
}

/** Takes these users out of a group. @returns who was a member, by id */
export async function removeScimMembers(
  tx: Tx,
  { orgId, id: groupId }: Locked<Group>,
  userIds: readonly string[],
): Promise<NamedUser[]> {
  if (userIds.length === 0) return [];
  const named = sql`(array(select jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb)))`;
  return tx.rows(remove(orgId, groupId, sql`m.user_id = any ${named}`));
}

/**
 * Takes those members out of a group that `members[…]` selects.
 * @param filter bound to sub-attributes of `members`
 * @returns who was a member, by id
 * @throws {Failure} SCIM_FILTER_INVALID for what has no column
 */
export async function removeScimMembersWhere(
  tx: Tx,
  { orgId, id: groupId }: Locked<Group>,
  filter: BoundFilter,
): Promise<NamedUser[]> {
  return tx.rows(remove(orgId, groupId, sql`(${compileMemberFilter(filter)})`));
}

/**
 * Makes exactly these users the members of a group. Works like `addScimMembers`; without users it empties the group.
 * @returns the ids of users who were not members before, and of users who are not members any longer
 */
export async function replaceScimMembers(
  tx: Tx,
  { orgId, id: groupId }: Locked<Group>,
  userIds: readonly KeptUserId[],
  now: Date,
): Promise<{ added: NamedUser[]; removed: NamedUser[] }> {
  const rows = await tx.rows<NamedUser & { isNew: boolean }>(
    replace({ orgId, groupId, userIds: JSON.stringify(userIds), now: now.toISOString() }),
  );
  const named = (isNew: boolean) =>
    rows.filter((row) => row.isNew === isNew).map(({ userId, userName }) => ({ userId, userName }));
  return { added: named(true), removed: named(false) };
}

// Looks each name up by the key of its user, independent of the estimate of the planner. If a tenant is newer than the
// statistics, the planner estimates one user for the tenant. A join would then read all users for every member.
const nameOf = (orgId: string, member: Sql): Sql =>
  sql`(select coalesce(u.display_name, u.username) from users u where u.org_id = ${orgId} and u.id = ${member}) as "userName"`;

type Members = Record<'orgId' | 'groupId' | 'userIds' | 'now', string>;

// Sorted, so that two statements never wait for each other.
const add = ({ orgId, groupId, userIds, now }: Members): Sql => sql`
with added as (
  insert into group_members (user_id, org_id, group_id, source, added_at)
  select distinct user_id, ${orgId}, ${groupId}, 'SCIM', ${now}::timestamptz
    from jsonb_array_elements_text(${userIds}::jsonb) as named (user_id) order by user_id
  on conflict do nothing
  returning user_id
)
select a.user_id as "userId", ${nameOf(orgId, sql`a.user_id`)} from added a order by a.user_id`;

const remove = (orgId: string, groupId: string, which: Sql): Sql => sql`
with removed as (
  delete from group_members m where m.org_id = ${orgId} and m.group_id = ${groupId} and ${which}
  returning m.user_id
)
select r.user_id as "userId", ${nameOf(orgId, sql`r.user_id`)} from removed r order by r.user_id`;

const replace = ({ orgId, groupId, userIds, now }: Members): Sql => sql`
with named as materialized (
  select distinct user_id from jsonb_array_elements_text(${userIds}::jsonb) as one (user_id)
), removed as (
  delete from group_members m
   where m.org_id = ${orgId} and m.group_id = ${groupId} and m.user_id not in (select user_id from named)
  returning m.user_id
), added as (
  insert into group_members (org_id, group_id, user_id, source, added_at)
  select ${orgId}, ${groupId}, user_id, 'SCIM', ${now}::timestamptz from named order by user_id
  on conflict do nothing
  returning user_id
), changed as (
  select user_id, true as "isNew" from added union all select user_id, false from removed
)
select c.user_id as "userId", ${nameOf(orgId, sql`c.user_id`)}, c."isNew" from changed c order by c.user_id`;
