import { liveToMachines } from '../../judge/sql/access-policies.ts';
import { sql, type Sql } from '../../../lib/sql.ts';
import type { TenantLock } from '../../../platform/sql/tenants.ts';
import type { Tx } from '../../../platform/tx.ts';

/**
 * Gives the access policies and locations of a tenant a new version after a change, in its transaction. Every decision that
 * starts after its commit is made with it.
 */
export async function renewAccessVersion(tx: Tx, { orgId }: TenantLock): Promise<void> {
  await tx.run(renew(orgId));
}

/** Returns access_version of the tenant: 0 if no policy is live. */
export async function readAccessVersion(tx: Tx, orgId: string): Promise<number> {
  const row = await tx.row<{ version: number }>(
    sql`select access_version::float8 as version from tenants where id = ${orgId}`,
  );
  return row?.version ?? 0;
}

const renew = (orgId: string): Sql => sql`
update tenants t
   set access_version =
         case when exists (select from access_policies where org_id = ${orgId} and status <> 'DISABLED')
              then nextval('policies_versions') else 0 end,
       policies_version =
         case when exists (select from policies where org_id = ${orgId} and mode <> 'DISABLED') or ${liveToMachines(orgId)}
              then nextval('policies_versions') else 0 end
 where t.id = ${orgId}`;

/** Which changes of the members of a group lift an enabled policy from a user. */
export interface GroupEnforcement {
  join: boolean;
  leave: boolean;
}

/** Returns undefined if no enabled policy names the group. If no policy is live, one row is read. */
export async function enforcementOf(
  tx: Tx,
  orgId: string,
  groupId: string,
): Promise<GroupEnforcement | undefined> {
  const row = await tx.row<Partial<GroupEnforcement>>(enforcing(orgId, JSON.stringify([groupId])));
  const { join, leave } = row ?? {};
  return join === undefined || leave === undefined ? undefined : { join, leave };
}

// Users escape BLOCK and REQUIRE when the policy stops selecting them, and profit from ALLOW when it starts to.
const enforcing = (orgId: string, groupIds: string): Sql => sql`
select bool_or(excludes <> (decision = 'ALLOW')) as join, bool_or(excludes = (decision = 'ALLOW')) as leave
  from (select p.decision, p.conditions -> 'groups' -> 'exclude' @> ${groupIds}::jsonb as excludes
          from tenants t join access_policies p on p.org_id = t.id
         where t.id = ${orgId} and t.access_version <> 0 and p.status = 'ENABLED'
           and (p.conditions -> 'groups' -> 'include' @> ${groupIds}::jsonb
                or p.conditions -> 'groups' -> 'exclude' @> ${groupIds}::jsonb)) as naming
having count(*) > 0`;

/** Tells whether an enabled policy of the tenant demands two factors of users. A tenant has few policies. */
export async function demandsMfa(tx: Tx, orgId: string): Promise<boolean> {
  return tx.has(demanding(orgId));
}

const demanding = (orgId: string): Sql => sql`
select from tenants t join access_policies p on p.org_id = t.id
 where t.id = ${orgId} and t.access_version <> 0 and p.status = 'ENABLED' and 'MFA' = any(p.requirements) limit 1`;

/** The names of policies that name the location. */
export async function policiesNaming(tx: Tx, orgId: string, location: string): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>(naming(orgId, JSON.stringify([location])));
  return rows.map(({ name }) => name);
}

const naming = (orgId: string, locations: string): Sql => sql`
select name from access_policies
 where org_id = ${orgId}
   and (conditions -> 'locations' -> 'include' @> ${locations}::jsonb or conditions -> 'locations' -> 'exclude' @> ${locations}::jsonb)
 order by priority limit 10`;
