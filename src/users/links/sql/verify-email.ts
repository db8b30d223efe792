import type { EntityManager } from '@mikro-orm/postgresql';

/** @returns what the person is called; undefined when the address was proved before, or is another one by now */
export async function verifyEmailRow(
  em: EntityManager,
  orgId: string,
  userId: string,
  email: string,
): Promise<string | undefined> {
  const [row] = await em.execute<{ name: string }[]>(text, [orgId, userId, email]);
  return row?.name;
}

const text = `
update users set email_verified = true, version = version + 1, updated_at = now()
 where org_id = ? and id = ? and lower(email) = lower(?) and not email_verified
returning coalesce(display_name, username) as name`;
