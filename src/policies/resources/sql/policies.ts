import { liveToMachines } from '../../../conditional-access/judge/sql/access-policies.ts';
import type { TenantLock } from '../../../platform/sql/tenants.ts';
import type { Tx } from '../../../platform/tx.ts';
import { liveFullKey, reachableKey } from '../../../credentials/sql/full-keys.ts';

/**
 * Gives the policies of a tenant a new version after a change, in its transaction. Every statement that starts after
 * its commit sees the new version. The lock gives a later change a greater version.
 */
export async function renewPoliciesVersion(tx: Tx, { orgId }: TenantLock): Promise<void> {
  await tx.execute(renew, { orgId });
}

const renew = `
update tenants
   set policies_version =
         case when exists (select from policies where org_id = :orgId and mode <> 'DISABLED') or ${liveToMachines}
              then nextval('policies_versions') else 0 end,
       policies_idle_days =
         (select min((parameters ->> 'maxIdleDays')::int) from policies
           where org_id = :orgId and mode <> 'DISABLED' and type = 'INACTIVITY')
 where id = :orgId`;

/** How many identities a selector finds; the revoked are not counted. */
export async function countMatchingIdentities(
  tx: Tx,
  orgId: string,
  { identityTypes, tags, identityIds }: { identityTypes: string[]; tags: string[]; identityIds: string[] },
): Promise<number> {
  const lists = [identityTypes, tags, identityIds].map((list) => JSON.stringify(list));
  const [row] = await tx.execute<{ count: number }[]>(count, [...lists, orgId]);
  return row?.count ?? 0;
}

const list = 'array(select jsonb_array_elements_text(?::jsonb))';
const count = `
with selector as materialized (select ${list} as types, ${list} as tags, ${list} as ids)
select count(*)::int as count
  from identities i, selector s
 where i.org_id = ? and i.deleted_at is null and i.status <> 'REVOKED' and (i.expires_at is null or i.expires_at > now())
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
  return tx.execute<JudgedCredential[]>(full, [orgId, most]);
}

const full = `
select c.scopes, extract(epoch from now() - coalesce(c.last_rotated_at, c.created_at))::float8 as "ageSeconds",
       extract(epoch from now() - greatest(c.last_used_at, c.last_rotated_at, c.created_at))::float8 as "idleSeconds",
       i.id as "identityId", i.name as "identityName", i.type as "identityType", i.tags,
       i.risk_score as "riskScore"
  from credentials c
  join identities i on i.org_id = c.org_id and i.id = c.identity_id
 where c.org_id = ? and ${liveFullKey} and ${reachableKey}
 order by greatest(c.last_used_at, c.created_at) desc limit ?`;
