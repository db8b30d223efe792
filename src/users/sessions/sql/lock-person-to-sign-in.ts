import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Holds somebody who may sign in until they have: whoever suspends them waits, and then ends that login too.
 * @returns undefined when they may not
 */
export async function lockPersonToSignIn(
  em: EntityManager,
  orgId: string,
  userId: string,
): Promise<{ name: string } | undefined> {
  const [row] = await em.execute<{ name: string }[]>(text, [orgId, userId]);
  return row;
}

const text = `
select coalesce(display_name, username) as name from users
 where org_id = ? and id = ? and status = 'ACTIVE' and (expires_at is null or expires_at > now())
   for no key update`;
