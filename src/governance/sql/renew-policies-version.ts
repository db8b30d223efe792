import type { EntityManager } from '@mikro-orm/postgresql';
import type { TenantLock } from '../../platform/sql/lock-tenant.ts';

/**
 * Names the policies of a tenant anew after a change, in its transaction: every statement that starts after its commit
 * sees the new name. The lock gives a later change a greater one.
 */
export async function renewPoliciesVersion(em: EntityManager, { orgId }: TenantLock): Promise<void> {
  await em.execute(text, [orgId, orgId, orgId]);
}

const text = `
update tenants
   set policies_version =
         case when exists (select from policies where org_id = ? and mode <> 'DISABLED')
              then nextval('policies_versions') else 0 end,
       policies_idle_days =
         (select min((parameters ->> 'maxIdleDays')::int) from policies
           where org_id = ? and mode <> 'DISABLED' and type = 'INACTIVITY')
 where id = ?`;
