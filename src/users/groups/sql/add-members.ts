import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOf } from '../../../lib/rows.ts';
import type { MemberRow } from './list-members.ts';

/** What names a person in an event. */
export interface NamedUser {
  userId: string;
  userName: string;
}

/** One who was named, and whether that made them a member. */
export type AddedMember = MemberRow & NamedUser & { isNew: boolean };

/**
 * Makes people members of a group, all in one statement, and tells them in the order they were named. The group must
 * be locked, and the people locked and found (`lockUsers`).
 */
export async function addMembers(
  em: EntityManager,
  orgId: string,
  groupId: string,
  userIds: readonly string[],
  now: Date,
): Promise<AddedMember[]> {
  const rows = await em.execute<(Omit<AddedMember, 'addedAt'> & { addedAt: string })[]>(text, [
    JSON.stringify(userIds),
    orgId,
    groupId,
    now.toISOString(),
    orgId,
    orgId,
    groupId,
  ]);
  return rows.map((row) => ({ ...row, addedAt: dateOf(row.addedAt) }));
}

// What reads group_members sees it as it was before the insertion beside it.
const text = `
with named as materialized (
  select user_id, place from jsonb_array_elements_text(?::jsonb) with ordinality as one (user_id, place)
), added as (
  insert into group_members (org_id, group_id, user_id, added_at)
  select ?, ?, user_id, ?::timestamptz from named order by user_id
  on conflict do nothing
  returning user_id, added_at, source
)
select u.id as "userId", coalesce(u.display_name, u.username) as "userName", u.email,
       u.display_name as "displayName", u.status, coalesce(a.added_at, m.added_at) as "addedAt",
       coalesce(a.source, m.source) as source, a.user_id is not null as "isNew"
  from named n
  join users u on u.org_id = ? and u.id = n.user_id
  left join added a on a.user_id = n.user_id
  left join group_members m on m.org_id = ? and m.group_id = ? and m.user_id = n.user_id
 order by n.place`;
