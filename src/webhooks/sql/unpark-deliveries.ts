import type { EntityManager } from '@mikro-orm/postgresql';
import { notToCome } from './claim-deliveries.ts';

/**
 * Makes due what waits for others of its resource (see `parkDeliveries`), for a webhook that is no longer ordered. Of very
 * many, `settleDeliveries` calls the rest: the webhook's row is locked meanwhile.
 */
export async function unparkDeliveries(em: EntityManager, orgId: string, webhookId: string): Promise<void> {
  await em.execute(text, [orgId, webhookId]);
}

const text = `
update deliveries d set next_attempt_at = now()
  from (select d.org_id, d.id from deliveries d
         where d.org_id = ? and d.webhook_id = ? and d.status in ('PENDING', 'RETRYING')
           and d.next_attempt_at = 'infinity'
         order by d.position limit 5000 for no key update skip locked) as parked
 where d.org_id = parked.org_id and d.id = parked.id and ${notToCome}`;
