import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Names the policies of a tenant anew after a change, in its transaction: every statement that starts after its commit
 * sees the new name. The tenant must be locked, so that a later change has a greater one.
 */
export async function renewPoliciesVersion(em: EntityManager, orgId: string): Promise<void> {
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
