import type { EntityManager } from '@mikro-orm/postgresql';

declare const held: unique symbol;

/**
 * The lock of a tenant, which lasts until the transaction ends. A function that relies on it asks for one, so that a caller
 * cannot forget it.
 */
export interface TenantLock {
  readonly orgId: string;
  /** Which policies the tenant has, 0 for none. They stay these as long as the tenant is locked. */
  readonly policiesVersion: number;
  readonly [held]: true;
}

/**
 * Locks a tenant. Changes that count what others leave behind (quotas, the last key) wait for each other. Take it before any
 * other row, or two changes may wait for each other without end.
 * @throws when there is no such tenant
 */
export async function lockTenant(em: EntityManager, orgId: string): Promise<TenantLock> {
  const [row] = await em.execute<{ version: number }[]>(text, [orgId]);
  if (!row) throw new Error('There is no such tenant');
  return { orgId, policiesVersion: row.version } as TenantLock;
}

const text = 'select policies_version::float8 as version from tenants where id = ? for no key update';
