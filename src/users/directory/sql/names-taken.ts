import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Which of these names somebody else of the tenant has, in any case, as either: people sign in by both, so a user name that
 * is the e-mail address of somebody else would be theirs no more (ADR 0028). Names of people whom SCIM deleted are free again.
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
    email,
    username,
    email,
    orgId,
    besidesId,
    username,
    username,
    email,
    username,
  ]);
  if (!row) throw new Error('a select without a table has one row');
  return row;
}

/** Where both are the same, which of them is taken is told by the name it is compared with. */
const elsewhere = 'lower(?::text) is distinct from lower(?::text)';

const text = `
select exists (select from users where org_id = ? and id <> ? and released_at is null
                                   and (lower(email) = lower(?) or ${elsewhere} and lower(username) = lower(?))) as email,
       exists (select from users where org_id = ? and id <> ? and released_at is null
                                   and (lower(username) = lower(?) or ${elsewhere} and lower(email) = lower(?))) as username`;
