import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Waits for every transaction of the tenant that owes deliveries to its webhooks, and makes others wait until this one
 * ends: what they owed by the old status of a webhook is then seen, and what they owe later follows the new one. Take it
 * before the webhook's row: whoever waits here for a long transaction would otherwise keep the row from the attempts of
 * all webhooks, which are recorded together.
 */
export async function lockFanOut(em: EntityManager, orgId: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(fan_out_lock(?))', [orgId]);
}
