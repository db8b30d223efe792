import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Makes changes of one tenant that count what the others leave behind (quotas, the last key) wait for each other,
 * until the caller's transaction ends. Take it before any other row, or two changes may wait for each other for ever.
 * @returns which policies the tenant has, 0 for none; they stay these as long as it is locked
 */
export async function lockTenant(em: EntityManager, orgId: string): Promise<number> {
  const [row] = await em.execute<{ version: number }[]>(text, [orgId]);
  return row?.version ?? 0;
}

const text = 'select policies_version::float8 as version from tenants where id = ? for no key update';
