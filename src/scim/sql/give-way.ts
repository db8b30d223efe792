import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Lets the event loop answer other requests. Between begin and commit nothing but the database may be awaited, so this
 * asks it for nothing.
 */
export async function giveWay(em: EntityManager): Promise<void> {
  await em.execute('select');
}
