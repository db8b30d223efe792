import type { EntityManager } from '@mikro-orm/postgresql';
import { liveToMachines } from '../../conditions/sql/access-policies.ts';
import type { TenantLock } from '../../platform/sql/tenants.ts';

/**
 * Gives the access policies and locations of a tenant a new version after a change, in its transaction. Every decision that
 * starts after its commit is made with it.
 */
export async function renewAccessVersion(em: EntityManager, { orgId }: TenantLock): Promise<void> {
  await em.execute(renew, { orgId });
}

/** Returns access_version of the tenant: 0 if no policy is live. */
export async function readAccessVersion(em: EntityManager, orgId: string): Promise<number> {
  const [row] = await em.execute<{ version: number }[]>(
    'select access_version::float8 as version from tenants where id = ?',
    [orgId],
  );
  return row?.version ?? 0;
}

const renew = `
update tenants t
   set access_version =
         case when exists (select from access_policies where org_id = :orgId and status <> 'DISABLED')
              then nextval('policies_versions') else 0 end,
       policies_version =
         case when exists (select from policies where org_id = :orgId and mode <> 'DISABLED') or ${liveToMachines}
              then nextval('policies_versions') else 0 end
 where t.id = :orgId`;

/** Whether an enabled policy names the group. If no policy is live, one row is read. */
export async function isGroupEnforced(em: EntityManager, orgId: string, groupId: string): Promise<boolean> {
  const rows = await em.execute<object[]>(enforcing, { orgId, groupId: JSON.stringify([groupId]) });
  return rows.length > 0;
}

const enforcing = `
select from tenants t
 where t.id = :orgId and t.access_version <> 0
   and exists (select from access_policies p
                where p.org_id = t.id and p.status = 'ENABLED'
                  and (p.conditions -> 'groups' -> 'include' @> :groupId::jsonb
                       or p.conditions -> 'groups' -> 'exclude' @> :groupId::jsonb))`;

/** The names of policies that name the location. */
export async function policiesNaming(em: EntityManager, orgId: string, location: string): Promise<string[]> {
  const rows = await em.execute<{ name: string }[]>(naming, { orgId, location: JSON.stringify([location]) });
  return rows.map(({ name }) => name);
}

const naming = `
select name from access_policies
 where org_id = :orgId
   and (conditions -> 'locations' -> 'include' @> :location::jsonb or conditions -> 'locations' -> 'exclude' @> :location::jsonb)
 order by priority limit 10`;
