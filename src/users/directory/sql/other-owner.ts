import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Makes changes that may take the last owner away wait for each other until the caller's transaction ends. Taken with
 * the person already locked: who holds it waits for no person any more, so nobody waits in a circle.
 */
export async function lockOwners(em: EntityManager, orgId: string): Promise<void> {
  await em.execute(`select pg_advisory_xact_lock(hashtextextended('keyward.owners.' || ?, 0))`, [orgId]);
}

/** Whether somebody else is an owner who can log in and does not leave by themselves. Exact when the owners are locked. */
export async function otherOwner(em: EntityManager, orgId: string, besidesId: string): Promise<boolean> {
  const rows = await em.execute<object[]>(text, [orgId, besidesId]);
  return rows.length > 0;
}

const text = `
select from users
 where org_id = ? and id <> ? and 'OWNER' = any (roles) and status = 'ACTIVE' and expires_at is null
   and released_at is null
 limit 1`;
