import type { EntityManager } from '@mikro-orm/postgresql';
import type { TenantLock } from '../../platform/sql/tenants.ts';

/** Ends that people create accounts themselves. @returns whether they could */
export async function closeRegistration(em: EntityManager, { orgId }: TenantLock): Promise<boolean> {
  const rows = await em.execute<object[]>(
    `update auth_configs set settings = settings || '{"enabled": false}', version = version + 1, updated_at = now()
      where org_id = ? and name = 'registration' and settings -> 'enabled' = 'true' returning name`,
    [orgId],
  );
  return rows.length > 0;
}
