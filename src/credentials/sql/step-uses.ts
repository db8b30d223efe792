import { sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';
import { usesToTell, watchingTenants } from './uses.ts';

/** A key that counts more than its requests. */
export interface CountingKey {
  orgId: string;
  credentialId: string;
}

/** The uses and requests that a key with bounds of its own has left. */
export interface KeyLeft {
  /** Null if its uses are not limited. Below 0 if more was counted than it has. */
  usesLeft: number | null;
  /** Its own limit of requests a minute; null where that of the service holds. */
  perMinute: number | null;
  /** Requests that were counted in the running minute. */
  counted: number;
  /** End of the running minute, in seconds since 1970. */
  resetAt: number;
  /** The time of the statement, in seconds since 1970. */
  at: number;
}

const hasBounds = sql`(c.max_usage_count is not null or c.rate_limit_per_minute is not null)`;
const runs = sql`coalesce(c.window_started_at > now() - interval '60 s', false)`;
const endOfMinute = sql`ceil(extract(epoch from c.window_started_at + interval '60 s'))::float8`;
const at = sql`extract(epoch from clock_timestamp())::float8`;

/** Reads the uses and requests that a key has left. Returns undefined if the key has no bounds of its own. */
export const keyLeft = (tx: Tx, { orgId, credentialId }: CountingKey): Promise<KeyLeft | undefined> =>
  tx.row<KeyLeft>(sql`
select (c.max_usage_count - c.usage_count)::float8 as "usesLeft", c.rate_limit_per_minute as "perMinute",
       case when ${runs} then c.window_count else 0 end as counted,
       coalesce(${endOfMinute}, 0) as "resetAt", ${at} as at
  from credentials c
 where c.org_id = ${orgId} and c.id = ${credentialId} and ${hasBounds}`);

/** The uses that a request counts besides itself, and where they come from. */
export interface StepUses {
  uses: number;
  address: string;
  userAgent: string | null;
  /** The id of the event to write if they spend the key. */
  eventId: string;
}

const watching = watchingTenants(sql`held`);

/**
 * Counts uses of a key that has bounds of its own, as `authenticateKeys()` counts requests: in its minute, and as uses of the credential.
 * It locks the row until the transaction ends, and requests with this key wait. So it is the last statement but the audit rows.
 * The trigger `credentials_count_ended` takes a key that is spent now out of the tenant's count.
 * @returns undefined if the key has no bounds of its own. The caller must roll back if too much was counted.
 */
export const countStepUses = (
  tx: Tx,
  { orgId, credentialId }: CountingKey,
  { uses, address, userAgent, eventId }: StepUses,
): Promise<KeyLeft | undefined> =>
  tx.row<KeyLeft>(sql`
with held as materialized (
  select c.org_id, c.id, c.identity_id, i.name as identity_name, t.environment, c.expires_at, c.usage_count, c.max_usage_count,
         ${address}::text as address, ${userAgent}::text as user_agent, ${uses}::int as uses, ${runs} as runs,
         c.status = 'ACTIVE' and coalesce(c.usage_count + ${uses}::int >= c.max_usage_count, false) as spent
    from credentials c
    join identities i on i.org_id = c.org_id and i.id = c.identity_id
    join tenants t on t.id = c.org_id
   where c.org_id = ${orgId} and c.id = ${credentialId} and ${hasBounds}
     for no key update of c
), updated as (
  update credentials c
     set usage_count = c.usage_count + h.uses,
         window_started_at = case when h.runs then c.window_started_at else now() end,
         window_count = case when h.runs then c.window_count else 0 end + h.uses,
         status = case when h.spent then 'EXPIRED' else c.status end,
         status_reason = case when h.spent then 'USAGE_LIMIT' else c.status_reason end,
         version = c.version + h.spent::int,
         updated_at = case when h.spent then now() else c.updated_at end
    from held h where c.org_id = h.org_id and c.id = h.id
  returning c.org_id, c.id, c.usage_count, c.max_usage_count, c.rate_limit_per_minute, c.window_count, c.window_started_at
), facts as (
  insert into usage_facts (org_id, credential_id, source, address, uses)
  select org_id, id, 'API', address, uses from held
), watching as materialized (${watching}
), told as (
  insert into events (org_id, id, type, data) ${usesToTell(sql`select *, 'API' as source from held`)}
  union all
  select h.org_id, ${eventId}::text, 'credential.expired', jsonb_build_object(
         'credentialId', h.id, 'identityId', h.identity_id, 'identityName', h.identity_name,
         'expiresAt', to_char(h.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', 'USAGE_LIMIT',
         'usageCount', h.usage_count + h.uses, 'environment', h.environment)
    from held h where h.spent
)
select (c.max_usage_count - c.usage_count)::float8 as "usesLeft", c.rate_limit_per_minute as "perMinute",
       c.window_count as counted, ${endOfMinute} as "resetAt", ${at} as at
  from updated c`);
