import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { PolicyAction, PolicyMode, PolicySeverity, PolicyType } from '../entities/policy.ts';

/** A policy that is not disabled. */
export interface PolicyRow {
  id: string;
  /** Of the policy itself; what counts its violations leaves it alone. */
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
  const { rows } = await pool.query<LoadedPolicies>({ name: 'load-policies', text, values: [orgId] });
  return rows[0] ?? { version: 0, policies: [] };
}

/** As {@link loadPolicies}, by the caller's transaction. */
export async function loadPoliciesIn(em: EntityManager, orgId: string): Promise<LoadedPolicies> {
  const [row] = await em.execute<LoadedPolicies[]>(text.replace('$1', '?'), [orgId]);
  return row ?? { version: 0, policies: [] };
}

const text = `
select t.policies_version::float8 as version,
       case when t.policies_version = 0 then '[]'::jsonb else
         (select coalesce(jsonb_agg(jsonb_build_object(
                   'id', p.id, 'version', p.version, 'name', p.name, 'type', p.type, 'mode', p.mode, 'severity', p.severity,
                   'identityTypes', p.identity_types, 'tags', p.tags, 'identityIds', p.identity_ids,
                   'parameters', p.parameters, 'actions', p.actions) order by p.created_at, p.id), '[]'::jsonb)
            from policies p where p.org_id = t.id and p.mode <> 'DISABLED') end as policies
  from tenants t where t.id = $1`;
