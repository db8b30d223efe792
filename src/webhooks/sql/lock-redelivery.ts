import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Waits until nobody else delivers again what a webhook was owed, so that nothing is made twice. The webhook's row will not
 * do: a search takes a while, and the attempts of all webhooks, which are recorded together, would wait for it.
 */
export async function lockRedelivery(em: EntityManager, webhookId: string): Promise<void> {
  await em.execute(`select pg_advisory_xact_lock(hashtextextended('keyward.redelivery.' || ?, 0))`, [
    webhookId,
  ]);
}
