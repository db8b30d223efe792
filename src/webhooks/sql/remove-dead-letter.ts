import type { EntityManager } from '@mikro-orm/postgresql';
import { isDeadLetter } from './list-deliveries.ts';

/** The delivery stays, as one that failed. @returns whether there was such a dead letter */
export async function removeDeadLetter(
  em: EntityManager,
  orgId: string,
  webhookId: string,
  id: string,
): Promise<boolean> {
  const rows = await em.execute<unknown[]>(text, [orgId, webhookId, id]);
  return rows.length > 0;
}

const text = `
update deliveries d set dead_letter_id = null, dead_lettered_at = null
 where d.org_id = ? and d.webhook_id = ? and d.dead_letter_id = ? and ${isDeadLetter}
returning d.id`;
