import type { EntityManager } from '@mikro-orm/postgresql';
import type { BoundFilter } from '../protocols/scim/bind.ts';
import type { NamedUser } from './add-members.ts';
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
  return em.execute(removeThese, [orgId, groupId, JSON.stringify(userIds)]);
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
  return em.execute(`${remove} and (${sql}) ${leavers}`, [orgId, groupId, ...values]);
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

const name = `coalesce(u.display_name, u.username) as "userName"`;

// Sorted, so that two statements never wait for each other.
const add = `
with added as (
  insert into group_members (user_id, org_id, group_id, source, added_at)
  select distinct user_id, ?, ?, 'SCIM', ?::timestamptz
    from jsonb_array_elements_text(?::jsonb) as named (user_id) order by user_id
  on conflict do nothing
  returning user_id
)
select u.id as "userId", ${name} from added a join users u on u.org_id = ? and u.id = a.user_id order by u.id`;

const remove = `
with removed as (
  delete from group_members m using users u
   where m.org_id = ? and m.group_id = ? and u.org_id = m.org_id and u.id = m.user_id`;
const leavers = `
  returning m.user_id as "userId", ${name}
)
select * from removed order by "userId"`;

const removeThese = `${remove} and m.user_id = any (array(select jsonb_array_elements_text(?::jsonb))) ${leavers}`;

const replace = `
with named as materialized (
  select distinct user_id from jsonb_array_elements_text(?::jsonb) as one (user_id)
), removed as (
  delete from group_members m using users u
   where m.org_id = ? and m.group_id = ? and u.org_id = m.org_id and u.id = m.user_id
     and not exists (select from named n where n.user_id = m.user_id)
  returning m.user_id as "userId", ${name}
), added as (
  insert into group_members (org_id, group_id, user_id, source, added_at)
  select ?, ?, user_id, 'SCIM', ?::timestamptz from named order by user_id
  on conflict do nothing
  returning user_id
)
select u.id as "userId", ${name}, true as "isNew"
  from added a join users u on u.org_id = ? and u.id = a.user_id
 union all
select "userId", "userName", false from removed
 order by 1`;
