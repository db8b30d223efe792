import type { EntityManager } from '@mikro-orm/postgresql';
import type { BoundFilter } from '../protocol/bind.ts';
import type { NamedUser } from '../../users/groups/sql/add-members.ts';
import { compileMemberFilter } from './scim-filter.ts';

/**
 * Makes people members of a group, in one statement whatever the size of the group. The group must be locked, and the
 * people locked and found (`lockUsers`); `memberCount` is the caller's to keep.
 * @returns who was none before, by id
 */
export async function addScimMembers(
  em: EntityManager,
  orgId: string,
  groupId: string,
  userIds: readonly string[],
  now: Date,
): Promise<NamedUser[]> {
  if (userIds.length === 0) return [];
  return em.execute(add, [orgId, groupId, now.toISOString(), JSON.stringify(userIds), orgId]);
}

/** Takes these people out of a group, which must be locked. @returns who was a member, by id */
export async function removeScimMembers(
  em: EntityManager,
  orgId: string,
  groupId: string,
  userIds: readonly string[],
): Promise<NamedUser[]> {
  if (userIds.length === 0) return [];
  return em.execute(removeThese, [orgId, groupId, JSON.stringify(userIds), orgId]);
}

/**
 * Takes those members out of a group, which must be locked, that `members[…]` selects.
 * @param filter bound to sub-attributes of `members`
 * @returns who was a member, by id
 * @throws {Failure} SCIM_FILTER_INVALID for what has no column
 */
export async function removeScimMembersWhere(
  em: EntityManager,
  orgId: string,
  groupId: string,
  filter: BoundFilter,
): Promise<NamedUser[]> {
  const { sql, values } = compileMemberFilter(filter);
  return em.execute(`${remove} and (${sql}) ${leavers}`, [orgId, groupId, ...values, orgId]);
}

/**
 * Makes these people, and nobody else, the members of a group. As `addScimMembers`; without people it empties it.
 * @returns who was none before and who is none any longer, by id
 */
export async function replaceScimMembers(
  em: EntityManager,
  orgId: string,
  groupId: string,
  userIds: readonly string[],
  now: Date,
): Promise<{ added: NamedUser[]; removed: NamedUser[] }> {
  const rows = await em.execute<(NamedUser & { isNew: boolean })[]>(replace, [
    JSON.stringify(userIds),
    orgId,
    groupId,
    orgId,
    groupId,
    now.toISOString(),
    orgId,
  ]);
  const named = (isNew: boolean) =>
    rows.filter((row) => row.isNew === isNew).map(({ userId, userName }) => ({ userId, userName }));
  return { added: named(true), removed: named(false) };
}

// Each name is looked up by the key of its person, whatever the planner thinks: where a tenant is newer than the
// statistics it takes its people for one, and a join would read all of them for every member.
const nameOf = (member: string): string =>
  `(select coalesce(u.display_name, u.username) from users u where u.org_id = ? and u.id = ${member}) as "userName"`;

// Sorted, so that two statements never wait for each other.
const add = `
with added as (
  insert into group_members (user_id, org_id, group_id, source, added_at)
  select distinct user_id, ?, ?, 'SCIM', ?::timestamptz
    from jsonb_array_elements_text(?::jsonb) as named (user_id) order by user_id
  on conflict do nothing
  returning user_id
)
select a.user_id as "userId", ${nameOf('a.user_id')} from added a order by a.user_id`;

const remove = `
with removed as (
  delete from group_members m where m.org_id = ? and m.group_id = ?`;
const leavers = `
  returning m.user_id
)
select r.user_id as "userId", ${nameOf('r.user_id')} from removed r order by r.user_id`;

const removeThese = `${remove} and m.user_id = any (array(select jsonb_array_elements_text(?::jsonb))) ${leavers}`;

const replace = `
with named as materialized (
  select distinct user_id from jsonb_array_elements_text(?::jsonb) as one (user_id)
), removed as (
  delete from group_members m
   where m.org_id = ? and m.group_id = ? and m.user_id not in (select user_id from named)
  returning m.user_id
), added as (
  insert into group_members (org_id, group_id, user_id, source, added_at)
  select ?, ?, user_id, 'SCIM', ?::timestamptz from named order by user_id
  on conflict do nothing
  returning user_id
), changed as (
  select user_id, true as "isNew" from added union all select user_id, false from removed
)
select c.user_id as "userId", ${nameOf('c.user_id')}, c."isNew" from changed c order by c.user_id`;
