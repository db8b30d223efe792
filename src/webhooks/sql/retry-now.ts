import type { EntityManager } from '@mikro-orm/postgresql';

/** Makes a delivery due that waits for its next attempt. @returns whether there is one that can be tried */
export async function retryNow(em: EntityManager, orgId: string, id: string): Promise<boolean> {
  const rows = await em.execute<unknown[]>(text, [orgId, id]);
  return rows.length > 0;
}

const text = `
update deliveries set next_attempt_at = least(next_attempt_at, now())
 where org_id = ? and id = ? and status in ('PENDING', 'RETRYING')
returning id`;
