import type { EntityManager } from '@mikro-orm/postgresql';

/** The address of a person who has not proved that it is theirs; undefined when they have, or have none. */
export async function unprovedAddress(
  em: EntityManager,
  orgId: string,
  userId: string,
): Promise<string | undefined> {
  const [row] = await em.execute<{ email: string }[]>(text, [orgId, userId]);
  return row?.email;
}

const text =
  'select email from users where org_id = ? and id = ? and email is not null and not email_verified';
