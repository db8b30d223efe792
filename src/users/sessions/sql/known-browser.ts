import type { EntityManager } from '@mikro-orm/postgresql';

/** Whether somebody has signed in by this browser before. Of nobody it is asked as well, so that it takes as long. */
export async function isKnownBrowser(
  em: EntityManager,
  orgId: string,
  userId: string,
  browserId: string,
): Promise<boolean> {
  const rows = await em.execute<object[]>(text, [orgId, userId, browserId]);
  return rows.length > 0;
}

const text = 'select 1 from known_browsers where org_id = ? and user_id = ? and browser_id = ?';
