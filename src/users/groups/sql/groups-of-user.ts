import type { EntityManager } from '@mikro-orm/postgresql';
import type { User } from '../../directory/entities/user.ts';
import type { Locked } from '../../../platform/locked.ts';

/** What one answer shows (components/schemas/users.yaml). */
const mostShown = 1000;

/** The groups a person is in, by name. */
export async function groupsOfUser(
  em: EntityManager,
  orgId: string,
  userId: string,
): Promise<{ id: string; name: string }[]> {
  return em.execute(list, [orgId, userId, mostShown]);
}

/** Every scope that a person has through groups. */
export async function scopesOfGroups(em: EntityManager, orgId: string, userId: string): Promise<string[]> {
  const rows = await em.execute<{ scope: string }[]>(scopes, [orgId, userId]);
  return rows.map(({ scope }) => scope);
}

const mine = `from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id
 where m.org_id = ? and m.user_id = ?`;

const list = `select g.id, g.name ${mine} order by lower(g.name), g.id limit ?`;

const scopes = `select distinct unnest(g.scopes) as scope ${mine}`;

/**
 * Takes a user out of every group. Under the lock no other transaction adds the user to another one.
 * @returns the groups
 */
export async function leaveGroups(
  em: EntityManager,
  { orgId, id: userId }: Locked<User>,
): Promise<{ id: string; name: string }[]> {
  return em.execute(leave, [orgId, userId, orgId, userId, orgId]);
}

// Each group is locked before its membership goes, as everything that changes members does. Otherwise this and the
// deletion of a group would wait for each other for ever.
const leave = `
with mine as materialized (
  select g.id from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id
   where m.org_id = ? and m.user_id = ? order by g.id for no key update of g
), gone as (
  delete from group_members m using mine
   where m.org_id = ? and m.user_id = ? and m.group_id = mine.id
  returning m.group_id
)
update groups g set member_count = g.member_count - 1, version = g.version + 1, updated_at = now()
  from gone where g.org_id = ? and g.id = gone.group_id
returning g.id, g.name`;
