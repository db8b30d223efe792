import type { Pool } from 'pg';
import type { PolicyAction, PolicyMode, PolicySeverity, PolicyType } from '../entities/policy.ts';
import { named, numbered, sql, type Sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** A policy that is not disabled. */
export interface PolicyRow {
  id: string;
  /** The version of the policy itself; a count of its violations does not change it. */
  version: number;
  name: string;
  type: PolicyType;
  mode: PolicyMode;
  severity: PolicySeverity;
  identityTypes: string[];
  tags: string[];
  identityIds: string[];
  parameters: object;
  actions: PolicyAction[];
}

export interface LoadedPolicies {
  version: number;
  policies: PolicyRow[];
}

/** The policies of a tenant and the version they are, read by one statement so that both belong together. */
export async function loadPolicies(pool: Pool, orgId: string): Promise<LoadedPolicies> {
  const { rows } = await pool.query<LoadedPolicies>(numbered(named('load-policies', load(orgId))));
  return rows[0] ?? { version: 0, policies: [] };
}

/** As {@link loadPolicies}, by the caller's transaction. */
export async function loadPoliciesIn(tx: Tx, orgId: string): Promise<LoadedPolicies> {
  const row = await tx.row<LoadedPolicies>(load(orgId));
  return row ?? { version: 0, policies: [] };
}

const load = (orgId: string): Sql => sql`
select t.policies_version::float8 as version,
       case when t.policies_version = 0 then '[]'::jsonb else
         (select coalesce(jsonb_agg(jsonb_build_object(
                   'id', p.id, 'version', p.version, 'name', p.name, 'type', p.type, 'mode', p.mode, 'severity', p.severity,
                   'identityTypes', p.identity_types, 'tags', p.tags, 'identityIds', p.identity_ids,
                   'parameters', p.parameters, 'actions', p.actions) order by p.created_at, p.id), '[]'::jsonb)
            from policies p where p.org_id = t.id and p.mode <> 'DISABLED') end as policies
  from tenants t where t.id = ${orgId}`;

/** Adds violations to their policies, which are locked in the order of their ids; one that is deleted has nothing to count. */
export async function countViolations(
  tx: Tx,
  orgId: string,
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  const given = JSON.stringify([...counts].map(([id, count]) => ({ id, count })));
  await tx.run(addCounts(orgId, given));
}

const addCounts = (orgId: string, given: string): Sql => sql`
with given as (
  select id, count from jsonb_to_recordset(${given}::jsonb) as g (id text, count bigint)
), mine as materialized (
  select id from policies where org_id = ${orgId} and id in (select id from given) order by id for no key update
)
update policies p
   set violation_count = p.violation_count + given.count, last_violated_at = date_trunc('milliseconds', now())
  from given join mine using (id)
 where p.org_id = ${orgId} and p.id = given.id`;
