import type { EntityManager } from '@mikro-orm/postgresql';

/** Lets go of what was held for a webhook. What waited for its next attempt goes on waiting: no retry is early. */
export async function unholdDeliveries(em: EntityManager, orgId: string, webhookId: string): Promise<void> {
  await em.execute(text, [orgId, webhookId]);
}

const text = `
update deliveries
   set status = case attempts when 0 then 'PENDING' else 'RETRYING' end,
       next_attempt_at = greatest(next_attempt_at, now())
 where org_id = ? and webhook_id = ? and status = 'HELD'`;
