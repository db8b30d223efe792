import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Holds what is owed to a webhook. An attempt under way ends as it would have, and what has to be tried again after it
 * waits, since nothing is claimed of a webhook that is not active.
 */
export async function holdDeliveries(em: EntityManager, orgId: string, webhookId: string): Promise<void> {
  await em.execute(text, [orgId, webhookId]);
}

const text = `
update deliveries set status = 'HELD', claimed_until = null
 where org_id = ? and webhook_id = ? and status in ('PENDING', 'RETRYING')
   and (claimed_until is null or claimed_until <= now())`;
