import type { Pool } from 'pg';
import { named, numbered, type Sql, sql } from '../../lib/sql.ts';

/** Refused uses of one code and address. */
export interface FailedUse {
  orgId: string;
  /** Null for a secret that no credential has. */
  credentialId: string | null;
  /** Whether a secret was verified, or a key called the API. */
  source: 'VERIFY' | 'API';
  code: string;
  address: string | null;
  failures: number;
}

/** Keeps refused uses for the detectors, and counts refused verifications by day: of the tenant, and of each credential. */
export async function recordFailures(pool: Pool, uses: readonly FailedUse[]): Promise<void> {
  await pool.query(numbered(named('record-failures', insertFailures(uses))));
}

// Nodes count in the same order, so that none waits for another without end. The roll-up of uses counts VALID alone.
const insertFailures = (uses: readonly FailedUse[]): Sql => sql`
with used as materialized (
  select u."orgId" as org_id, u."credentialId" as credential_id, u.source, u.code, u.address, u.failures,
         (now() at time zone 'UTC')::date as day
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb)
      as u ("orgId" text, "credentialId" text, source text, code text, address text, failures int)
), of_tenants as (
  insert into verification_days as d (org_id, day, code, verifications)
  select org_id, day, code, sum(failures) from used where source = 'VERIFY' group by 1, 2, 3 order by 1, 2, 3
  on conflict (org_id, day, code) do update set verifications = d.verifications + excluded.verifications
), of_credentials as (
  insert into refusal_days as d (org_id, credential_id, day, code, refusals)
  select org_id, credential_id, day, code, sum(failures) from used
   where source = 'VERIFY' and credential_id is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (org_id, credential_id, day, code) do update set refusals = d.refusals + excluded.refusals
)
insert into failure_facts (org_id, credential_id, code, address, failures)
select org_id, credential_id, code, address, failures from used where credential_id is not null`;

/** How often a credential used one of its scopes, and when. */
export interface ScopeUse {
  orgId: string;
  credentialId: string;
  scope: string;
  first: Date;
  last: Date;
  uses: number;
}

/**
 * The number of scopes that are kept of one credential. A credential's own list has at most 100 scopes, but `*`
 * covers every scope that a caller asks for.
 */
export const mostScopesOfCredential = 500;

/**
 * Adds uses of scopes, of many tenants at once, in the order of their keys. Thanks to this order, two nodes never
 * wait for each other without end. A scope that is new to a credential which has {@link mostScopesOfCredential} is
 * not kept. Nodes that add at the same moment may each fill the last places.
 */
export async function recordScopeUses(pool: Pool, uses: readonly ScopeUse[]): Promise<void> {
  await pool.query(numbered(named('record-scope-uses', addScopeUses(uses))));
}

const mostPlaces = sql.raw(String(mostScopesOfCredential));

const addScopeUses = (uses: readonly ScopeUse[]): Sql => sql`
with used as materialized (
  select * from unnest(${uses.map((u) => u.orgId)}::text[], ${uses.map((u) => u.credentialId)}::text[],
                       ${uses.map((u) => u.scope)}::text[], ${uses.map((u) => u.first)}::timestamptz[],
                       ${uses.map((u) => u.last)}::timestamptz[], ${uses.map((u) => u.uses)}::bigint[])
    as used (org_id, credential_id, scope, first_used_at, last_used_at, uses)
), known as materialized (
  select u.*, s.scope is not null as known
    from used u left join scope_uses s
      on s.org_id = u.org_id and s.credential_id = u.credential_id and s.scope = u.scope
), counted as materialized (
  select asked.*, (select count(*) from scope_uses s
                    where s.org_id = asked.org_id and s.credential_id = asked.credential_id) as kept
    from (select distinct org_id, credential_id from known where not known) as asked
), fitting as (
  select k.*, coalesce(c.kept, 0) + row_number() over (partition by k.org_id, k.credential_id, k.known order by k.scope) as place
    from known k left join counted c on c.org_id = k.org_id and c.credential_id = k.credential_id
)
insert into scope_uses as s (org_id, credential_id, scope, first_used_at, last_used_at, uses)
select org_id, credential_id, scope, first_used_at, last_used_at, uses
  from fitting where known or place <= ${mostPlaces}
 order by org_id, credential_id, scope
on conflict (org_id, credential_id, scope) do update
   set first_used_at = least(s.first_used_at, excluded.first_used_at),
       last_used_at = greatest(s.last_used_at, excluded.last_used_at),
       uses = s.uses + excluded.uses`;

/** Uses of the running minute: the window of 60 seconds that began with the first of them. */
export const running = sql`use_window_started_at > now() - interval '60 s'`;

/** Whether a webhook or a listener of the tenant wants `credential.used`. An index of each holds these and no others. */
export const isWatched = (orgId: Sql): Sql => sql`(exists (select from webhooks w
                  where w.org_id = ${orgId} and w.status <> 'DISABLED'
                    and w.events && array['credential.used', '*'])
                or exists (select from webhook_listeners w
                  where w.org_id = ${orgId} and w.events && array['credential.used', '*']))`;

/**
 * Selects the tenants of `source` with a webhook or a listener that wants `credential.used`. For {@link usesToTell}, as a materialized
 * query with the name `watching`.
 */
export const watchingTenants = (source: Sql): Sql => sql`
  select org_id from (select distinct org_id from ${source}) as tenant
   where ${isWatched(sql`tenant.org_id`)}`;

/**
 * Selects the rows (org_id, id, type, data) of the events `credential.used` of a statement that counts uses. Each use
 * has one row, for the tenants in `watching`. The uncorrelated `exists` runs first and once: if no tenant watches,
 * nothing else here runs.
 *
 * @param counted selects org_id, id, identity_id, identity_name, environment, max_usage_count, address, user_agent,
 * source, the uses counted, and the usage_count before the first of them
 */
export const usesToTell = (counted: Sql): Sql => sql`
  select c.org_id, new_id('evt'), 'credential.used', jsonb_build_object(
           'credentialId', c.id, 'identityId', c.identity_id, 'identityName', c.identity_name,
           'usageCount', (c.usage_count + use)::bigint, 'maxUsageCount', c.max_usage_count, 'source', c.source,
           'ipAddress', c.address, 'userAgent', c.user_agent,
           'usedAt', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'environment', c.environment)
    from (${counted}) as c, generate_series(1, c.uses::int) as use
   where exists (select from watching) and c.org_id in (select org_id from watching)`;
