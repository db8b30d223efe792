import type { EntityManager } from '@mikro-orm/postgresql';

/** Who has this address, in any case; not those whom SCIM deleted, whose address is free again. */
export async function userIdByEmail(
  em: EntityManager,
  orgId: string,
  email: string,
): Promise<string | undefined> {
  const [row] = await em.execute<{ id: string }[]>(text, [orgId, email]);
  return row?.id;
}

const text = 'select id from users where org_id = ? and lower(email) = lower(?) and released_at is null';
