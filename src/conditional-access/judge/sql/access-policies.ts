import type { Pool } from 'pg';
import type { AccessDecision, AccessPolicySource, NamedLocationSource } from '../types.ts';
import { named, numbered, type Shared, sql, type Sql, type SqlValue } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

export interface LoadedAccess {
  /** The greater one of access_version and policies_version of the tenant. */
  version: number;
  policies: AccessPolicySource[];
  locations: NamedLocationSource[];
}

/** The policies that are not disabled, the locations, and the version that they are, read by one statement. */
export async function loadAccess(pool: Pool, orgId: string): Promise<LoadedAccess> {
  const { rows } = await pool.query<LoadedAccess>(numbered(named('load-access', load(orgId, live))));
  return rows[0] ?? { version: 0, policies: [], locations: [] };
}

/** As {@link loadAccess}, by the caller's transaction. @param which `all` includes the disabled policies */
export async function loadAccessIn(
  tx: Tx,
  orgId: string,
  which: 'live' | 'all' = 'all',
): Promise<LoadedAccess> {
  const row = await tx.row<LoadedAccess>(load(orgId, which === 'live' ? live : sql.empty));
  return row ?? { version: 0, policies: [], locations: [] };
}

/** Whether a policy of a tenant judges keys: then policies_version is not 0. */
export const liveToMachines = (orgId: SqlValue | Shared): Sql => sql`exists (
           select from access_policies where org_id = ${orgId} and status <> 'DISABLED' and judges_machines)`;

const live = sql`and p.status <> 'DISABLED'`;

const load = (orgId: string, which: Sql): Sql => sql`
select greatest(t.access_version, t.policies_version)::float8 as version,
       (select coalesce(jsonb_agg(jsonb_build_object(
                 'id', p.id, 'name', p.name, 'priority', p.priority, 'status', p.status, 'conditions', p.conditions,
                 'decision', p.decision, 'requirements', p.requirements, 'session', p.session) order by p.priority),
               '[]'::jsonb)
          from access_policies p where p.org_id = t.id ${which}) as policies,
       (select coalesce(jsonb_agg(jsonb_build_object(
                 'id', l.id, 'name', l.name, 'type', l.type, 'ipRanges', l.ip_ranges, 'countries', l.countries,
                 'isTrusted', l.is_trusted, 'includeUnknown', l.include_unknown)), '[]'::jsonb)
          from named_locations l where l.org_id = t.id) as locations
  from tenants t where t.id = ${orgId}`;

/** The decision of a policy, or `REPORTED` for a policy that only reported. */
export type Counted = AccessDecision | 'REPORTED';

/** How often a policy did something. */
export interface MatchCount {
  /** Null where no policy decided, which allows. */
  policyId: string | null;
  outcome: Counted;
  count: number;
}

/**
 * Adds matches to the present day, and to their policies, which are locked in the order of their ids; one that is deleted has
 * nothing to count.
 */
export async function countMatches(tx: Tx, orgId: string, counts: readonly MatchCount[]): Promise<void> {
  const given = counts.map(({ policyId, outcome, count }) => ({ id: policyId ?? '', outcome, count }));
  await tx.run(addCounts(orgId, JSON.stringify(given)));
}

const addCounts = (orgId: string, given: string): Sql => sql`
with given as (
  select id, sum(count) filter (where outcome = 'ALLOW') as allowed, sum(count) filter (where outcome = 'BLOCK') as blocked,
         sum(count) filter (where outcome = 'REQUIRE') as asked, sum(count) filter (where outcome = 'REPORTED') as reported,
         sum(count) as count
    from jsonb_to_recordset(${given}::jsonb) as g (id text, outcome text, count bigint) group by id
), day as (
  insert into access_policy_days as d (org_id, day, policy_id, allowed, blocked, asked, reported)
  select ${orgId}, (now() at time zone 'UTC')::date, id, coalesce(allowed, 0), coalesce(blocked, 0), coalesce(asked, 0),
         coalesce(reported, 0) from given order by id
  on conflict (org_id, day, policy_id) do update
     set allowed = d.allowed + excluded.allowed, blocked = d.blocked + excluded.blocked, asked = d.asked + excluded.asked,
         reported = d.reported + excluded.reported
), mine as materialized (
  select id from access_policies where org_id = ${orgId} and id in (select id from given) order by id for no key update
)
update access_policies p
   set match_count = p.match_count + given.count, last_matched_at = date_trunc('milliseconds', now())
  from given join mine using (id)
 where p.org_id = ${orgId} and p.id = given.id`;
