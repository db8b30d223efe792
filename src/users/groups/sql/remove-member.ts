import type { EntityManager } from '@mikro-orm/postgresql';
import type { Group } from '../entities/group.ts';
import type { Locked } from '../../../platform/locked.ts';
import type { NamedUser } from './add-members.ts';

/** Takes a user out of a group. @returns undefined for a user who is not in it */
export async function removeMember(
  em: EntityManager,
  { orgId, id: groupId }: Locked<Group>,
  userId: string,
): Promise<NamedUser | undefined> {
  const [row] = await em.execute<NamedUser[]>(text, [orgId, groupId, userId]);
  return row;
}

const text = `
delete from group_members m using users u
 where m.org_id = ? and m.group_id = ? and m.user_id = ? and u.org_id = m.org_id and u.id = m.user_id
returning m.user_id as "userId", coalesce(u.display_name, u.username) as "userName"`;
