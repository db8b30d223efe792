import type { Pool } from 'pg';
import { named, numbered, type Sql, shared, sql } from '../../lib/sql.ts';
import {
  isIdentityLive,
  isLive,
  type KeyDemand,
  type KeyGrant,
  type RateLimits,
} from './authenticate-keys.ts';
import { fits, type SecretDemand, type SecretFinding, state } from './presented-secrets.ts';
import { isWatched } from './uses.ts';

/** The calls of one key from one address that wait to be let in. */
export interface PlainKey
  extends Pick<KeyDemand, 'hash' | 'address' | 'verifyBucket' | 'verifies' | 'calls'> {
  /** The scopes that cover the permission to verify, as the text of an array; null if the calls present no secret. */
  permitting: string | null;
}

/** Calls of one key that present the same secret and ask the same. */
export interface PlainSecret
  extends Pick<SecretDemand, 'hash' | 'address' | 'inet' | 'coverings' | 'consume' | 'calls'> {
  /** The place of the key in its demands. */
  key: number;
}

/** A credential that calls use: their key, or a secret that they present. */
export interface PlainRow
  extends Pick<
      KeyGrant,
      'counted' | 'environment' | 'held' | 'orgId' | 'ownLimit' | 'resetAt' | 'credentialVersion' | 'now'
    >,
    Pick<
      SecretFinding,
      | 'allowedIps'
      | 'credentialId'
      | 'credentialName'
      | 'expiresAt'
      | 'grace'
      | 'identityAllowedIps'
      | 'identityExpiresAt'
      | 'identityId'
      | 'identityName'
      | 'identityStatus'
      | 'identityType'
      | 'isTemporary'
      | 'maxUsageCount'
      | 'riskScore'
      | 'scopes'
      | 'state'
      | 'tags'
      | 'usageCount'
    > {
  /** Place in the demands, from 0: the keys, and then the secrets. */
  at: number;
  /** The place of the key that presents the secret; null for a key. */
  key: number | null;
  calls: number;
  verifyBucket: boolean;
  /** Whether the key has the permission to verify. */
  presents: boolean;
  /** Whether the window of a key lets its calls in. */
  isOpen: boolean;
  /** Whether the uses are to be counted, as far as the snapshot says. */
  isDue: boolean;
  identityVersion: number;
  /** Whether the uses are plain. If not, the statement has counted none of them, and none of the secrets that the key presents. */
  isPlain: boolean;
}

/**
 * Lets calls in by their keys as `authenticateKeys()` does, and verifies the secrets that they present as `verifySecrets()` does, for
 * uses that are plain, in one statement. Uses are plain if simple sums tell all of them: no policy judges them, no webhook wants
 * them, a window lets in all calls of a key or none, and no use spends a credential. The statement judges this itself. It counts
 * nothing of what it leaves to the other two statements.
 *
 * One credential may be the key of some calls and the secret of others. Postgres applies only one of two updates of a row in a
 * statement, and the other count would be lost without an error. So the statement locks all rows at once, in the order of their ids,
 * adds both kinds of uses up, and updates each row once.
 * It waits for no row. A key whose row is held by a change is not counted, and neither is a secret.
 * @returns a row for each key that is live, and for each secret that the tenant of a plain key with the permission has
 */
export async function countPlainUses(
  pool: Pool,
  keys: readonly PlainKey[],
  secrets: readonly PlainSecret[],
  limits: RateLimits,
): Promise<PlainRow[]> {
  const statement = named('count-plain-uses', counting(keys, secrets, limits));
  const { rows } = await pool.query<PlainRow>(numbered(statement));
  return rows;
}

// One look-up finds keys and secrets: each row of `found` is a demand, and `key` is null for a key. Each node of the plan and each column
// of a node costs time at every start of the statement, so the rows are read few times, and few columns are passed on.
// A row may be locked twice: once as a key, and once as a secret. The `lateral` with `limit` keeps each look-up by an index: a plan that
// was made while a table was small would read all of it.
const columns = sql`org_id, id, identity_id, name, scopes, is_temporary, expires_at, usage_count, max_usage_count, allowed_ips, version,
        status, status_reason, secret_hash, previous_secret_hash, previous_expires_at`;

const isWanted = isWatched(sql`f.org_id`);
const isKeyLive = isLive(sql`f`, sql`f`);
const isKeyStillLive = isLive(sql`c`, sql`f`);

function counting(keys: readonly PlainKey[], secrets: readonly PlainSecret[], limits: RateLimits): Sql {
  const demands = [...keys, ...secrets];
  const passing = shared(limits.passing);
  // No credential is used more often by this statement.
  const calls = demands.reduce((sum, one) => sum + one.calls, 0);
  return sql`
with found as materialized (
  select f.at, f.key, f.hash, f.calls, f.address, f.verify_bucket, f.org_id, f.id, f.name, f.scopes, f.identity_id, f.is_temporary,
         f.expires_at, f.usage_count, f.max_usage_count, f.allowed_ips, f.version, f.grace, i.name as identity_name,
         i.type as identity_type, i.version as identity_version, i.status as identity_status, i.risk_score, i.tags,
         i.allowed_ips as identity_allowed_ips, i.expires_at as identity_expires_at, i.environment,
         f.key is null and coalesce(f.scopes && f.permitting::text[], false) as presents,
         f.key is null and (i.policies_version > 0 or i.policies_idle_days is not null or ${isWanted})
           or coalesce(f.usage_count + ${calls}::int >= f.max_usage_count, false) as not_plain,
         case when f.key is not null then ${state(sql`i.suspended_at`)} end as state,
         f.key is null or f.consume and ${fits(
           secrets.flatMap(({ coverings }, at) => coverings.map(() => keys.length + at)),
           secrets.flatMap(({ coverings }) => coverings),
         )} as fits
    from (select a.*, (a.ordinal - 1)::int as at, c.*
            from unnest(${demands.map(({ hash }) => hash)}::bytea[], ${demands.map((d) => d.calls)}::int[],
                        ${demands.map(({ address }) => address)}::text[],
                        ${demands.map((d) => ('key' in d ? d.key : null))}::int[],
                        ${demands.map((d) => 'verifyBucket' in d && d.verifyBucket)}::boolean[],
                        ${demands.map((d) => ('permitting' in d ? d.permitting : null))}::text[],
                        ${demands.map((d) => 'consume' in d && d.consume)}::boolean[],
                        ${demands.map((d) => ('inet' in d ? d.inet : null))}::text[],
                        ${demands.map((d) => 'verifies' in d && d.verifies)}::boolean[])
                 with ordinality
                 as a (hash, calls, address, key, verify_bucket, permitting, consume, inet, verifies, ordinal),
                 lateral (
                   select ${columns}, false as grace from credentials where secret_hash = a.hash
                   union all
                   (select ${columns}, true as grace from credentials
                     where previous_secret_hash = a.hash and previous_expires_at > now() limit 1)) as c) as f,
         lateral (
           select i.name, i.type, i.version, i.status, i.expires_at, i.risk_score, i.tags, i.allowed_ips, t.environment,
                  t.policies_version, t.policies_idle_days, t.suspended_at
             from identities i join tenants t on t.id = i.org_id
            where i.org_id = f.org_id and i.id = f.identity_id limit 1) as i
   where f.key is not null or (${isKeyLive} and ${isIdentityLive} and (i.suspended_at is null or f.verifies))
), shown as materialized (
  select f.*, f.fits and coalesce(f.state = 'VALID', true) as due, f.not_plain and coalesce(f.state = 'VALID', true) as later
    from found f left join found k on k.at = f.key and k.presents and not k.not_plain
   where f.key is null or k.org_id = f.org_id
), locked as materialized (
  select f.at, f.key, f.calls, f.address, f.verify_bucket, c.org_id, c.id, c.usage_count, c.max_usage_count, w.own_limit,
         case when w.runs then w.count else 0 end as counted,
         case when w.runs then w.started_at else now() end as started_at,
         case when f.verify_bucket then ${limits.verifyPassing}::int
              else coalesce(w.own_limit + ${limits.burst}::int, ${passing}::int) end as most
    from shown f
    join credentials c on c.org_id = f.org_id and c.id = f.id,
         lateral (
           select w.*, w.started_at > now() - interval '60 s' as runs,
                  -- least() leaves out what is null
                  case when c.rate_limit_per_minute is not null and not f.verify_bucket and ${passing}::int is not null
                       then least(c.rate_limit_per_minute, ${limits.highestOwn}::int) end as own_limit
             from (select case when f.verify_bucket then c.verify_window_started_at else c.window_started_at end as started_at,
                          case when f.verify_bucket then c.verify_window_count else c.window_count end as count) as w) as w
   where f.due and not f.later
     and case when f.key is null then ${isKeyStillLive} else c.version = f.version and c.status = 'ACTIVE' end
   order by c.org_id, c.id
     for no key update of c skip locked
), counted as materialized (
  select l.at, l.org_id, l.id, l.key is null as of_key, l.address, l.calls, l.usage_count, l.max_usage_count,
         case when l.key is null then l.verify_bucket end as verify_bucket, l.counted, l.most, l.started_at
    from locked l left join locked k on k.at = l.key
   where case when l.key is null then l.most is null or l.counted < l.most
              else k.at is not null and (k.most is null or k.counted < k.most) end
), summed as materialized (
  select org_id, id, sum(calls)::int as uses,
         (max(counted) filter (where not verify_bucket) + sum(calls) filter (where not verify_bucket))::int as api,
         (max(counted) filter (where verify_bucket) + sum(calls) filter (where verify_bucket))::int as verify,
         max(started_at) filter (where not verify_bucket) as api_started_at,
         max(started_at) filter (where verify_bucket) as verify_started_at,
         coalesce(max(usage_count) + sum(calls) < max(max_usage_count), true)
           and coalesce(max(counted) filter (where not verify_bucket) + sum(calls) filter (where not verify_bucket)
                        <= max(most) filter (where not verify_bucket), true)
           and coalesce(max(counted) filter (where verify_bucket) + sum(calls) filter (where verify_bucket)
                        <= max(most) filter (where verify_bucket), true) as plain
    from counted group by org_id, id
), updated as (
  update credentials c
     set usage_count = c.usage_count + s.uses,
         last_used_at = date_trunc('milliseconds', now()),
         window_started_at = coalesce(s.api_started_at, c.window_started_at),
         window_count = coalesce(s.api, c.window_count),
         verify_window_started_at = coalesce(s.verify_started_at, c.verify_window_started_at),
         verify_window_count = coalesce(s.verify, c.verify_window_count)
    from summed s where c.org_id = s.org_id and c.id = s.id and not exists (select from summed where not plain)
), facts as (
  insert into usage_facts (org_id, credential_id, source, address, uses)
  select org_id, id, case when of_key then 'API' else 'VERIFY' end, address, sum(calls)
    from counted where not exists (select from summed where not plain)
   group by org_id, id, of_key, address
)
select f.at, f.key, f.calls, f.verify_bucket as "verifyBucket", f.presents, f.due as "isDue", l.at is not null as held,
       l.counted, l.own_limit as "ownLimit", coalesce(l.most is null or l.counted < l.most, false) and l.at is not null as "isOpen",
       ceil(extract(epoch from l.started_at + interval '60 s'))::float8 as "resetAt", now() as now,
       f.org_id as "orgId", f.environment, f.id as "credentialId", f.name as "credentialName", f.identity_id as "identityId",
       f.identity_name as "identityName", f.scopes, f.version as "credentialVersion", f.identity_version as "identityVersion",
       f.identity_type as "identityType", f.risk_score as "riskScore", f.tags, f.state, f.grace,
       coalesce(l.usage_count, f.usage_count)::float8 as "usageCount", f.max_usage_count as "maxUsageCount",
       f.is_temporary as "isTemporary", f.expires_at as "expiresAt", f.allowed_ips as "allowedIps",
       f.identity_allowed_ips as "identityAllowedIps", f.identity_status as "identityStatus",
       f.identity_expires_at as "identityExpiresAt",
       not f.later and not exists (select from summed where not plain) as "isPlain"
  from shown f left join locked l on l.at = f.at`;
}
