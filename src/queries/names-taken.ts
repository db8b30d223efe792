import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Which of these names somebody else of the tenant has, in any case. Names of people whom SCIM deleted are free again.
 * Two requests may find the same name free: the unique indexes decide between them.
 */
export async function namesTaken(
  em: EntityManager,
  orgId: string,
  { email, username }: { email: string | null; username: string | null },
  besidesId: string,
): Promise<{ email: boolean; username: boolean }> {
  const [row] = await em.execute<{ email: boolean; username: boolean }[]>(text, [
    orgId,
    besidesId,
    email,
    orgId,
    besidesId,
    username,
  ]);
  if (!row) throw new Error('a select without a table has one row');
  return row;
}

const text = `
select exists (select from users where org_id = ? and id <> ? and released_at is null
                                   and lower(email) = lower(?)) as email,
       exists (select from users where org_id = ? and id <> ? and released_at is null
                                   and lower(username) = lower(?)) as username`;
