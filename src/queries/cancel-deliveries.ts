import type { EntityManager } from '@mikro-orm/postgresql';

/** Ends what is owed to a webhook. An attempt under way may finish; what comes of it is not kept. */
export async function cancelDeliveries(em: EntityManager, orgId: string, webhookId: string): Promise<void> {
  await em.execute(text, [orgId, webhookId]);
}

const text = `
update deliveries set status = 'CANCELLED', next_attempt_at = null, claimed_until = null
 where org_id = ? and webhook_id = ? and status in ('PENDING', 'RETRYING', 'HELD')`;
