import type { Pool } from 'pg';
import { named, numbered, type Sql, shared, sql } from '../../lib/sql.ts';
import { unreadableNetwork } from '../../lib/unreadable-address.ts';
import { withoutIndex } from '../../platform/sql/no-index.ts';
import { running, usesToTell, watchingTenants } from './uses.ts';

/** The calls one presented key made, from one address, that wait to be let in. */
export interface KeyDemand {
  hash: Buffer;
  address: string;
  /** The `User-Agent` of the caller, for the event of the use. */
  userAgent: string | null;
  /** Whether these calls count in the bucket of verify calls, where it is a separate one. */
  verifyBucket: boolean;
  calls: number;
  /** Whether the calls verify a secret. A suspended organization verifies, and hears that its credentials are inactive. */
  verifies: boolean;
  /** The id of the event to write if this use spends the last one of the credential. */
  eventId: string;
}

export interface RateLimits {
  /** Calls of a window that pass, burst included; null switches the bucket off. */
  passing: number | null;
  verifyPassing: number | null;
  /** Calls that pass above a limit that a key has of its own. */
  burst: number;
  /** The highest limit that a key may have of its own; more counts as this. */
  highestOwn: number;
}

/** The database's answer to one demand whose key is live. A key that is not live has no row. */
export interface KeyGrant {
  /** Place in the demands, from 0. */
  at: number;
  /**
   * Whether the row could be had: not when a change holds it and the statement does not wait, nor when it was no
   * longer live after the wait. Then nothing was counted, and the counts below mean nothing.
   */
  held: boolean;
  /** Calls of this bucket of this credential that stand before these ones in the same statement. */
  before: number;
  /** Calls of this bucket of this credential that were let in, of all demands of the statement. */
  granted: number;
  /** Calls that were counted in the window before this statement. */
  counted: number;
  /** The limit of its own of the key, where that counts for this bucket. */
  ownLimit: number | null;
  /** End of the window, in seconds since 1970. */
  resetAt: number;
  /** Whether the uses of the credential are now spent. */
  spent: boolean;
  now: Date;
  orgId: string;
  environment: 'live' | 'test';
  credentialId: string;
  credentialName: string;
  identityId: string;
  identityName: string;
  scopes: string[];
  /** Names the policies of the tenant; 0 when it has none, and then what follows is null. */
  policiesVersion: number;
  credentialVersion: number;
  identityType: string | null;
  riskScore: number | null;
  tags: string[] | null;
  ageSeconds: number | null;
  /** Before this use. */
  idleSeconds: number | null;
  /** Uses in the running minute before this statement, of verifications, too. */
  windowUses: number | null;
  /** Whether the key was unused for so long that a policy may refuse it: then the use is not noted yet. */
  dormant: boolean;
}

/**
 * Lets calls in by their keys: one statement looks the keys up, counts the calls in their rate windows
 * (decisions 6.16) and as uses of the credentials (6.2), spends use caps exactly, and records the usage facts.
 * A key that is unknown, not active, expired, spent, of an inactive identity or not allowed from its address
 * has no row. A key of a suspended organization has one only for calls that verify. Rows are locked in the order of their ids, so that
 * two statements never wait for each other.
 * The triggers `events_owe_deliveries` and `events_are_followed` pass its events on (platform/events.ts). If a use spends
 * the credential, the trigger `credentials_count_ended` takes the credential out of the tenant's count.
 *
 * @param wait whether to wait for rows that a change holds; one that serves the keys of many callers must not
 */
export async function authenticateKeys(
  pool: Pool,
  demands: KeyDemand[],
  limits: RateLimits,
  wait: boolean,
): Promise<KeyGrant[]> {
  const statement = wait
    ? named('authenticate-keys-waiting', lettingIn(demands, limits, sql.empty))
    : named('authenticate-keys', lettingIn(demands, limits, skipLocked));
  const { rows } = await pool.query<KeyGrant>(numbered(statement));
  return rows;
}

const unreadable = sql.raw(`'${unreadableNetwork}'::inet`);

/** Whether the address of the demand lies in `allowed_ips`. An address that stands for an unreadable one lies in no range, not even in `::/0`. */
const isIn = (f: Sql, allowing: Sql): Sql =>
  sql`${f}.address::inet <<= any (${allowing}.allowed_ips::cidr[]) and not ${f}.address::inet <<= ${unreadable}`;

/**
 * Whether the key may be used now.
 * @param c its credential
 * @param f the demand
 */
export const isLive = (
  c: Sql,
  f: Sql,
): Sql => sql`(${c}.secret_hash = ${f}.hash or (${c}.previous_secret_hash = ${f}.hash and ${c}.previous_expires_at > now()))
     and ${withoutIndex(sql`${c}.status = 'ACTIVE'`)} and (${c}.expires_at is null or ${c}.expires_at > now())
     and (${c}.max_usage_count is null or ${c}.usage_count < ${c}.max_usage_count)
     and (${c}.allowed_ips is null or ${isIn(f, c)})`;

/** Whether the identity `i` of the key of `f` may act now. */
export const isIdentityLive = sql`i.status = 'ACTIVE' and (i.expires_at is null or i.expires_at > now())
     and (i.allowed_ips is null or ${isIn(sql`f`, sql`i`)})`;

const live = isLive(sql`c`, sql`f`);

export const lastUse = sql`greatest(c.last_used_at, c.last_rotated_at, c.created_at)`;

const skipLocked = sql`skip locked`;

const watching = watchingTenants(sql`used`);

const told = usesToTell(sql`
    select b.org_id, b.id, b.identity_id, b.identity_name, b.environment, b.max_usage_count, b.address, b.user_agent,
           'API' as source, least(b.calls, greatest(g.granted - b.before, 0)) as uses,
           b.usage_count + case when b.verify_bucket then coalesce(u.api, 0) else 0 end + b.before as usage_count
      from used u join bucketed b using (org_id, id) join granted g using (org_id, id, verify_bucket)
     order by b.at`);

function lettingIn(demands: readonly KeyDemand[], limits: RateLimits, locking: Sql): Sql {
  const passing = shared(limits.passing);
  return sql`
with asked as (
  select asked.*, (ordinal - 1)::int as at
    from unnest(${demands.map((d) => d.hash)}::bytea[], ${demands.map((d) => d.address)}::text[],
                ${demands.map((d) => d.verifyBucket)}::boolean[], ${demands.map((d) => d.calls)}::int[],
                ${demands.map((d) => d.eventId)}::text[], ${demands.map((d) => d.userAgent)}::text[],
                ${demands.map((d) => d.verifies)}::boolean[])
         with ordinality as asked (hash, address, verify_bucket, calls, event_id, user_agent, verifies, ordinal)
), found as materialized (
  -- lateral and limit keep this a look-up per key: a plan made while there are few rows would scan them all
  select asked.*, c.org_id, c.id
    from asked, lateral (select * from credentials c where c.secret_hash = asked.hash limit 1) c
  union all
  select asked.*, c.org_id, c.id
    from asked, lateral (select * from credentials c where c.previous_secret_hash = asked.hash limit 1) c
), live as materialized (
  -- by the snapshot
  select f.*, c.name, c.scopes, c.identity_id, c.expires_at, c.version, i.name as identity_name, i.type as identity_type,
         i.tags, i.risk_score, t.environment, t.policies_version, t.policies_idle_days
    from found f
    join lateral (select * from credentials c where c.org_id = f.org_id and c.id = f.id limit 1) c on true
    join lateral (select * from identities i where i.org_id = c.org_id and i.id = c.identity_id limit 1) i on true
    join tenants t on t.id = f.org_id and (t.suspended_at is null or f.verifies)
   where ${live}
     and ${isIdentityLive}
), held as materialized (
  -- by the rows as they are now
  select f.*, c.usage_count, c.max_usage_count,
         case when f.verify_bucket then c.verify_window_started_at else c.window_started_at end as window_started_at,
         case when f.verify_bucket then c.verify_window_count else c.window_count end as window_count,
         -- least() leaves out what is null
         case when c.rate_limit_per_minute is not null and not f.verify_bucket and ${passing}::int is not null
              then least(c.rate_limit_per_minute, ${limits.highestOwn}::int) end as own_limit,
         coalesce(c.${running}, false) as uses_run,
         case when c.${running} then c.use_window_count else 0 end as window_uses,
         coalesce(${lastUse} < now() - make_interval(days => f.policies_idle_days), false) as dormant,
         c.created_at, c.last_rotated_at, c.last_used_at
    from live f
    join credentials c on c.org_id = f.org_id and c.id = f.id
   where ${live}
   order by c.org_id, c.id
     for no key update of c ${locking}
), bucketed as (
  select *, sum(calls) over (partition by org_id, id, verify_bucket order by at) - calls as before
    from held
), demanded as (
  select org_id, id, verify_bucket, sum(calls) as calls,
         min(max_usage_count) - min(usage_count) as uses_left,
         case when min(window_started_at) > now() - interval '60 s' then min(window_count) else 0 end as counted,
         case when min(window_started_at) > now() - interval '60 s' then min(window_started_at) else now() end
           as window_started_at,
         min(own_limit) as own_limit, min(policies_version) as policies_version, bool_and(uses_run) as uses_run, min(window_uses) as window_uses,
         bool_and(dormant) as dormant
    from held group by org_id, id, verify_bucket
), let_in as (
  select d.*, case when l.most is null then d.calls else least(d.calls, greatest(l.most - d.counted, 0)) end as passing
    from demanded d,
         lateral (select case when d.verify_bucket then ${limits.verifyPassing}::int
                              else coalesce(d.own_limit + ${limits.burst}::int, ${passing}::int) end as most) l
), granted as (
  select *, case when uses_left is null then passing
                 else least(passing, greatest(uses_left - passing_before, 0)) end as granted
    from (select *, coalesce(sum(passing) over (partition by org_id, id order by verify_bucket
                                                rows between unbounded preceding and 1 preceding), 0)
                      as passing_before
            from let_in) as let_in
), used as (
  select org_id, id, sum(granted)::int as uses,
         max(granted) filter (where not verify_bucket) as api,
         max(granted) filter (where verify_bucket) as verify,
         max(counted) filter (where not verify_bucket) as api_counted,
         max(counted) filter (where verify_bucket) as verify_counted,
         max(window_started_at) filter (where not verify_bucket) as api_started_at,
         max(window_started_at) filter (where verify_bucket) as verify_started_at,
         min(policies_version) > 0 as policed, bool_and(uses_run) as uses_run, min(window_uses) as window_uses,
         bool_and(dormant) as dormant, coalesce(sum(granted) >= min(uses_left), false) as spent
    from granted group by org_id, id having sum(granted) > 0
), updated as (
  update credentials c
     set usage_count = c.usage_count + used.uses,
         last_used_at = case when used.dormant then c.last_used_at else date_trunc('milliseconds', now()) end,
         use_window_started_at =
           case when not used.policed or used.uses_run then c.use_window_started_at else now() end,
         use_window_count = case when used.policed then used.window_uses + used.uses else c.use_window_count end,
         window_started_at = coalesce(used.api_started_at, c.window_started_at),
         window_count = case when used.api is null then c.window_count else used.api_counted + used.api end,
         verify_window_started_at = coalesce(used.verify_started_at, c.verify_window_started_at),
         verify_window_count =
           case when used.verify is null then c.verify_window_count else used.verify_counted + used.verify end,
         status = case when used.spent then 'EXPIRED' else c.status end,
         status_reason = case when used.spent then 'USAGE_LIMIT' else c.status_reason end,
         version = c.version + used.spent::int,
         updated_at = case when used.spent then now() else c.updated_at end
    from used where c.org_id = used.org_id and c.id = used.id
  returning c.org_id, c.id, c.usage_count, used.spent
), facts as (
  insert into usage_facts (org_id, credential_id, source, address, uses)
  select b.org_id, b.id, 'API', b.address, sum(least(b.calls, greatest(g.granted - b.before, 0)))
    from bucketed b join granted g using (org_id, id, verify_bucket)
   group by b.org_id, b.id, b.address
  having sum(least(b.calls, greatest(g.granted - b.before, 0))) > 0
), watching as materialized (${watching}
), told as (
  -- the use that spends a credential is told before its end
  insert into events (org_id, id, type, data) ${told}
  union all
  (select distinct on (u.org_id, u.id) u.org_id, h.event_id, 'credential.expired', jsonb_build_object(
           'credentialId', h.id, 'identityId', h.identity_id, 'identityName', h.identity_name,
           'expiresAt', to_char(h.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', 'USAGE_LIMIT', 'usageCount', u.usage_count,
           'environment', h.environment)
    from updated u join held h using (org_id, id) where u.spent
   order by u.org_id, u.id, h.at)
)
select l.at, b.at is not null as held, b.before::int as before, g.granted::int as granted, g.counted::int as counted,
       b.own_limit as "ownLimit",
       ceil(extract(epoch from g.window_started_at + interval '60 s'))::float8 as "resetAt",
       coalesce(used.spent, false) as spent, now() as now,
       l.org_id as "orgId", l.environment, l.id as "credentialId", l.name as "credentialName",
       l.identity_id as "identityId", l.identity_name as "identityName", l.scopes,
       l.policies_version::float8 as "policiesVersion", l.version as "credentialVersion",
       coalesce(b.dormant, false) as dormant,
       p."identityType", p."riskScore", p.tags, p."windowUses", p."ageSeconds", p."idleSeconds"
  from live l
  left join bucketed b on b.at = l.at
  left join granted g on g.org_id = b.org_id and g.id = b.id and g.verify_bucket = b.verify_bucket
  left join used on used.org_id = b.org_id and used.id = b.id
  left join lateral (
    select l.identity_type as "identityType", l.risk_score as "riskScore", l.tags, b.window_uses as "windowUses",
           extract(epoch from now() - coalesce(b.last_rotated_at, b.created_at))::float8 as "ageSeconds",
           extract(epoch from now() - greatest(b.last_used_at, b.last_rotated_at, b.created_at))::float8 as "idleSeconds"
     where l.policies_version > 0) as p on true`;
}

/** Notes the use of a key that was unused for long, once no policy has refused it. */
export async function noteUse(pool: Pool, orgId: string, credentialId: string): Promise<void> {
  await pool.query(numbered(named('note-use', notedUse(orgId, credentialId))));
}

const notedUse = (orgId: string, credentialId: string): Sql => sql`
update credentials set last_used_at = date_trunc('milliseconds', now()) where org_id = ${orgId} and id = ${credentialId}`;
