import type { EntityManager } from '@mikro-orm/postgresql';

/** Tells whoever delivers, when this transaction commits, that something is due. */
export async function wakeDeliverer(em: EntityManager): Promise<void> {
  await em.execute(`select pg_notify('keyward_deliveries', '')`);
}
