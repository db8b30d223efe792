import type { Pool } from 'pg';
import {
  countUses,
  expiredBy,
  factsOfKeys,
  findKeys,
  grantCalls,
  grantColumns,
  grantTables,
  holdKeys,
  type KeyDemand,
  type KeyGrant,
  keyColumns,
  keyValues,
  type RateLimits,
  spentKeys,
  usesOfKeys,
} from './authenticate-keys.ts';
import { fits, found, type SecretDemand, type SecretFinding, state } from './presented-secrets.ts';
import { usesToTell, watchingTenants } from './uses.ts';

/** Calls of one key that present the same secret and ask the same. */
export interface SecretOfKey
  extends Pick<SecretDemand, 'hash' | 'address' | 'inet' | 'coverings' | 'consume' | 'calls' | 'eventId'> {
  /** The place of the key in its demands. */
  key: number;
  /** How many calls of the key stand before these. */
  first: number;
}

/** A key that was let in. */
export interface GrantAtOnce extends KeyGrant {
  isSecret: false;
  /** Whether secrets that the key presents were looked for: it has the permission, and its tenant has no policies. */
  settles: boolean;
}

/** A secret that was found for a key. Its calls were counted if the calls of the key were let in. */
export interface FindingAtOnce extends SecretFinding {
  isSecret: true;
}

/**
 * Lets calls in by their keys as `authenticateKeys()` does, and verifies the secrets that they present as `verifySecrets()` does, in
 * one statement. A secret is counted only for calls that the statement lets in, whose key has the permission. Where the tenant
 * has policies, the keys are let in and no secret is looked for.
 *
 * One credential may be the key of some calls and the secret of others. Postgres applies only one of two updates of a row in a
 * statement, and the other count would be lost without an error. So the statement locks all rows at once, in the order of their ids,
 * adds both kinds of uses up, and updates each row once. The uses as a key come first.
 * It waits for no row. A key whose row is held by a change is not counted. A secret whose row is held is contended.
 */
export async function verifyAtOnce(
  pool: Pool,
  keys: readonly KeyDemand[],
  secrets: readonly SecretOfKey[],
  limits: RateLimits,
): Promise<(GrantAtOnce | FindingAtOnce)[]> {
  const { rows } = await pool.query<GrantAtOnce | FindingAtOnce>({
    name: 'verify-at-once',
    text: verification,
    values: [
      ...keyValues(keys, limits),
      secrets.map((s) => s.key),
      secrets.map((s) => s.first),
      secrets.map((s) => s.calls),
      secrets.map((s) => s.hash),
      secrets.map((s) => s.consume),
      secrets.map((s) => s.address),
      secrets.map((s) => s.inet),
      secrets.map((s) => s.eventId),
      secrets.flatMap(({ coverings }, at) => coverings.map(() => at)),
      secrets.flatMap(({ coverings }) => coverings),
    ],
  });
  return rows;
}

const settles = 'l.policies_version = 0 and l.scopes && l.permitting::text[]';

const toTell = `
  -- the use that spends a credential is told before its end
  insert into events (org_id, id, type, data) ${usesOfKeys}
  union all ${usesToTell(`
    select q.org_id, q.id, q.identity_id, q.identity_name, q.environment, q.max_usage_count, q.address,
           null::text as user_agent, 'VERIFY' as source, least(q.counting, q.uses - q.before) as uses,
           q.count_before + q.before as usage_count
      from queued q where q.counting > 0 and q.uses > q.before
     order by q.at`)}
  union all${spentKeys}
  union all
  (select distinct on (u.org_id, u.id) u.org_id, q.event_id, ${expiredBy('q', 'q.environment')}
    from updated u join queued q using (org_id, id)
   where u.spent and not exists (select from held h where h.org_id = u.org_id and h.id = u.id)
   order by u.org_id, u.id, q.at)`;

const verification = `
with ${findKeys}, presented as (
  select l.org_id, l.environment, p.*, (p.ordinal - 1)::int as at
    from unnest($12::int[], $13::int[], $14::int[], $15::bytea[], $16::boolean[], $17::text[], $18::text[], $19::text[])
         with ordinality as p (key, first, calls, hash, consume, address, inet, event_id, ordinal)
    join live l on l.at = p.key
   where ${settles}
), shown as (
  select presented.*, ${found}, false as grace
    from presented, lateral (select * from credentials c where c.secret_hash = presented.hash limit 1) c
   where c.org_id = presented.org_id
  union all
  select presented.*, ${found}, true as grace
    from presented, lateral (select * from credentials c
      where c.previous_secret_hash = presented.hash and c.org_id = presented.org_id and c.previous_expires_at > now() limit 1) c
), seen as materialized (
  select f.*, i.name as identity_name, i.type as identity_type, i.version as identity_version,
         i.status as identity_status, i.risk_score, i.tags, i.allowed_ips as identity_allowed_ips,
         ${state} as state,
         ${fits('$20::int[]', '$21::text[]')} as fits
    from shown f
    join identities i on i.org_id = f.org_id and i.id = f.identity_id
), locked as materialized (
  select ${keyColumns}
    from (select org_id, id from live union select org_id, id from seen where state = 'VALID' and consume and fits) as r
    join credentials c on c.org_id = r.org_id and c.id = r.id
   order by c.org_id, c.id
     for no key update of c skip locked
), held as materialized (${holdKeys('locked')}
), ${grantCalls}, weighed as (
  select s.*, coalesce(c.usage_count, s.usage_count) + coalesce(u.uses, 0) as count_before,
         case when s.state = 'VALID' and s.consume and s.fits
              then least(s.calls, greatest(least(b.calls, greatest(g.granted - b.before, 0)) - s.first, 0)) else 0 end as due,
         coalesce(c.version = s.version and c.status = 'ACTIVE', false) as held
    from seen s
    left join bucketed b on b.at = s.key
    left join granted g on g.org_id = b.org_id and g.id = b.id and g.verify_bucket = b.verify_bucket
    left join locked c on c.org_id = s.org_id and c.id = s.id
    left join used u on u.org_id = s.org_id and u.id = s.id
), queued as materialized (
  select w.*, coalesce(uses > 0 and count_before + uses >= max_usage_count, false) as spent
    from (
      -- greatest() and least() skip nulls: without the case, an uncapped credential would never count
      select w.*, least(total, case when max_usage_count is not null then greatest(max_usage_count - count_before, 0) end) as uses
        from (select w.*, sum(counting) over (partition by org_id, id order by at) - counting as before,
                     sum(counting) over (partition by org_id, id) as total
                from (select *, case when held then due else 0 end as counting from weighed) as w) as w) as w
), taken as (
  select org_id, id, max(uses)::int as uses, bool_or(spent) as spent
    from queued where counting > 0 group by org_id, id having max(uses) > 0
), summed as materialized (
  select org_id, id, coalesce(u.uses, 0) + coalesce(t.uses, 0) as uses, u.api, u.verify, u.api_counted, u.verify_counted,
         u.api_started_at, u.verify_started_at, coalesce(u.policed, false) as policed, coalesce(u.uses_run, false) as uses_run,
         u.window_uses, coalesce(u.dormant, false) and t.uses is null as dormant,
         coalesce(u.spent, false) or coalesce(t.spent, false) as spent
    from used u full join taken t using (org_id, id)
), watching as materialized (${watchingTenants('used')}
), updated as (${countUses('summed')}
), facts as (
  insert into usage_facts (org_id, credential_id, source, address, uses)${factsOfKeys}
  union all
  select q.org_id, q.id, 'VERIFY', q.address, sum(least(q.counting, q.uses - q.before))
    from queued q where q.counting > 0 and q.uses > q.before
   group by q.org_id, q.id, q.address
), told as (${toTell}
)
select false as "isSecret", ${grantColumns},
       coalesce(${settles}, false) as settles,
       null as state, null as grace, null as "judgedVersion", null as contended, null::float8 as "usageCount",
       null::int as "maxUsageCount", null::boolean as "isTemporary", null::timestamptz as "expiresAt", null::text[] as "allowedIps",
       null::text[] as "identityAllowedIps", null as "identityStatus"
  from ${grantTables}
union all
select true, q.at, null, case when q.counting > 0 then q.before::int end, case when q.counting > 0 then q.uses::int end,
       null, null, null, null, now(), q.org_id, q.environment, q.id, q.name, q.identity_id, q.identity_name, q.scopes, 0,
       q.version, null, q.identity_type, q.risk_score, q.tags, null, null, null, null,
       case when q.state = 'VALID' and q.count_before >= q.max_usage_count then 'USAGE_EXCEEDED' else q.state end, q.grace,
       q.version || '.' || q.identity_version || '.0', q.due > 0 and not q.held, q.count_before::float8, q.max_usage_count,
       q.is_temporary, q.expires_at, q.allowed_ips, q.identity_allowed_ips, q.identity_status
  from queued q`;
