import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Makes changes of one tenant that count what the others leave behind (quotas, the last key) wait for each other,
 * until the caller's transaction ends. Take it before any other row, or two changes may wait for each other for ever.
 */
export async function lockTenant(em: EntityManager, orgId: string): Promise<void> {
  await em.execute('select id from tenants where id = ? for no key update', [orgId]);
}
