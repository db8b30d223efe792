import { liveToMachines } from '../../../conditional-access/judge/sql/access-policies.ts';
import { sql, type Sql } from '../../../lib/sql.ts';
import type { TenantLock } from '../../../platform/sql/tenants.ts';
import type { Tx } from '../../../platform/tx.ts';
import { liveFullKey, reachableKey } from '../../../credentials/sql/full-keys.ts';

/**
 * Gives the policies of a tenant a new version after a change, in its transaction. Every statement that starts after
 * its commit sees the new version. The lock gives a later change a greater version.
 */
export async function renewPoliciesVersion(tx: Tx, { orgId }: TenantLock): Promise<void> {
  await tx.run(renew(orgId));
}

const renew = (orgId: string): Sql => sql`
update tenants
   set policies_version =
         case when exists (select from policies where org_id = ${orgId} and mode <> 'DISABLED') or ${liveToMachines(orgId)}
              then nextval('policies_versions') else 0 end,
       policies_idle_days =
         (select min((parameters ->> 'maxIdleDays')::int) from policies
           where org_id = ${orgId} and mode <> 'DISABLED' and type = 'INACTIVITY')
 where id = ${orgId}`;

/** How many identities a selector finds; the revoked are not counted. */
export async function countMatchingIdentities(tx: Tx, orgId: string, selector: Selector): Promise<number> {
  const row = await tx.row<{ count: number }>(matching(orgId, selector));
  return row?.count ?? 0;
}

interface Selector {
  identityTypes: readonly string[];
  tags: readonly string[];
  identityIds: readonly string[];
}

const array = (list: readonly string[]): Sql =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(list)}::jsonb))`;

const matching = (orgId: string, { identityTypes, tags, identityIds }: Selector): Sql => sql`
with selector as materialized (
  select ${array(identityTypes)} as types, ${array(tags)} as tags, ${array(identityIds)} as ids
)
select count(*)::int as count
  from identities i, selector s
 where i.org_id = ${orgId} and i.deleted_at is null and i.status <> 'REVOKED' and (i.expires_at is null or i.expires_at > now())
   and (s.types = '{}' or i.type = any (s.types))
   and (s.tags = '{}' or i.tags && s.tags)
   and (s.ids = '{}' or i.id = any (s.ids))`;

/** A credential, as policies judge it. */
export interface JudgedCredential {
  scopes: string[];
  ageSeconds: number;
  idleSeconds: number;
  identityId: string;
  identityName: string;
  identityType: string;
  tags: string[];
  riskScore: number;
}

const most = 1_000;

/** Reads the live credentials with scope `*`. */
export async function fullKeys(tx: Tx, orgId: string): Promise<JudgedCredential[]> {
  return tx.rows<JudgedCredential>(full(orgId));
}

const full = (orgId: string): Sql => sql`
select c.scopes, extract(epoch from now() - coalesce(c.last_rotated_at, c.created_at))::float8 as "ageSeconds",
       extract(epoch from now() - greatest(c.last_used_at, c.last_rotated_at, c.created_at))::float8 as "idleSeconds",
       i.id as "identityId", i.name as "identityName", i.type as "identityType", i.tags,
       i.risk_score as "riskScore"
  from credentials c
  join identities i on i.org_id = c.org_id and i.id = c.identity_id
 where c.org_id = ${orgId} and ${liveFullKey} and ${reachableKey}
 order by greatest(c.last_used_at, c.created_at) desc limit ${most}`;
