import type { Pool, PoolClient } from 'pg';
import { named, numbered, shared, sql, type Sql } from '../../lib/sql.ts';
import { notToCome, stillOpen } from './delivery-queue.ts';
import { inTransactionOn } from '../../platform/sql/transactions.ts';

/** How one attempt to deliver ended. */
export interface AttemptResult {
  orgId: string;
  deliveryId: string;
  /** When the delivery was created. */
  createdAt: Date;
  /** The end of the lease that the attempt was made under. */
  claimedUntil: Date;
  webhookId: string;
  /** From 1. */
  attempt: number;
  at: Date;
  /** Null when no answer came. */
  responseCode: number | null;
  latencyMs: number;
  /** The code of the failure; null when the delivery succeeded. */
  error: string | null;
  responseBody: string | null;
  /** Whether others of its resource wait for it. */
  ordered: boolean;
}

/** A webhook that has failed for so long without a success that it is to be disabled. */
export interface LongFailing {
  orgId: string;
  webhookId: string;
}

/** Seconds from a failure to the next attempt (service-api 6.4); a failure after the last of them is final. */
const retryDelays = [60, 300, 1_800, 7_200, 43_200];

/** After so much uninterrupted failure a webhook is disabled (decisions 6.5). */
export const mostFailingHours = 120;

/**
 * Writes attempts, the outcome of their deliveries, and the figures of their webhooks, in one transaction. If our lease
 * ran out and another node has claimed the delivery since, our attempt is dropped and the other one counts. Webhooks
 * are locked before their deliveries, and in the order of their ids. All code that changes both does so.
 * @returns webhooks that have failed for {@link mostFailingHours}
 */
export async function recordAttempts(pool: Pool, results: readonly AttemptResult[]): Promise<LongFailing[]> {
  if (!results.some(({ ordered }) => ordered)) return write(pool, results);
  return inTransactionOn(pool, async (client) => {
    const failing = await write(client, results);
    // A separate statement sees the deliveries that were parked while this one waited for the lock.
    const ordered = results.filter((result) => result.ordered);
    await client.query(numbered(named('call-next-deliveries', callNext(ordered))));
    return failing;
  });
}

async function write(client: Pool | PoolClient, results: readonly AttemptResult[]): Promise<LongFailing[]> {
  const { rows } = await client.query<LongFailing>(numbered(named('record-attempts', record(results))));
  return rows;
}

// clock_timestamp() and a millisecond more, since the column rounds: no attempt is early.
// `between`, which is always true, lets Postgres expect one attempt: expecting more it reads a young partition from end to
// end, and goes on so with a plan it has kept, while the partition grows.
function record(results: readonly AttemptResult[]): Sql {
  const times = results.map(({ createdAt }) => createdAt.getTime());
  const [from, to] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  const delays = shared(retryDelays);
  return sql`
with tried as (
  select * from unnest(${results.map((r) => r.orgId)}::text[], ${results.map((r) => r.deliveryId)}::text[],
                       ${results.map((r) => r.createdAt)}::timestamptz[], ${results.map((r) => r.webhookId)}::text[],
                       ${results.map((r) => r.attempt)}::int[], ${results.map((r) => r.at)}::timestamptz[],
                       ${results.map((r) => r.responseCode)}::int[], ${results.map((r) => r.latencyMs)}::int[],
                       ${results.map((r) => r.error)}::text[], ${results.map((r) => r.responseBody)}::text[],
                       ${results.map((r) => r.claimedUntil)}::timestamptz[])
    as t (org_id, id, created_at, webhook_id, attempt, at, response_code, latency_ms, error, response_body, claimed_until)
   where attempt between 1 and 100
), hooks as materialized (
  select w.org_id, w.id from webhooks w
   where (w.org_id, w.id) in (select org_id, webhook_id from tried)
   order by w.org_id, w.id for no key update
), written as (
  update deliveries d
     set attempts = t.attempt, claimed_until = null,
         status = case when t.error is null then 'SUCCESS'
                       when t.attempt > cardinality(${delays}::int[]) then 'FAILED' else 'RETRYING' end,
         next_attempt_at = case when t.error is not null and t.attempt <= cardinality(${delays}::int[])
           then clock_timestamp() + (${delays}::int[])[t.attempt] * interval '1 second' + interval '1 millisecond' end,
         dead_letter_id = case when t.error is not null and t.attempt > cardinality(${delays}::int[]) then new_id('dlq') end,
         dead_lettered_at = case when t.error is not null and t.attempt > cardinality(${delays}::int[]) then now() end
    from tried t
   where (select count(*) from hooks) >= 0 -- they are locked first
     and d.org_id = t.org_id and d.id = t.id and d.created_at between ${from} and ${to} -- see notToCome
     and d.claimed_until = t.claimed_until and d.attempts = t.attempt - 1 and ${stillOpen}
  returning d.org_id, d.webhook_id, d.id, d.created_at, d.status, t.attempt, t.at, t.response_code, t.latency_ms,
            t.error, t.response_body
), attempts as (
  insert into delivery_attempts
    (org_id, delivery_id, created_at, attempt, at, response_code, latency_ms, error, response_body)
  select org_id, id, created_at, attempt, at, response_code, latency_ms, error, response_body from written
), figures as (
  select org_id, webhook_id,
         count(*) filter (where status = 'SUCCESS') as successes,
         count(*) filter (where status = 'FAILED') as failures,
         min(at) filter (where error is not null) as failed_at,
         max(at) as last_at,
         max(at) filter (where status = 'SUCCESS') as succeeded_at,
         (array_agg(latency_ms order by at desc))[1] as last_latency_ms,
         (array_agg(case status when 'RETRYING' then 'PENDING' else status end order by at desc))[1] as last_status
    from written group by org_id, webhook_id
), counted as (
  update webhooks w
     set total_deliveries = w.total_deliveries + f.successes + f.failures,
         successful_deliveries = w.successful_deliveries + f.successes,
         failed_deliveries = w.failed_deliveries + f.failures,
         last_delivery_at = f.last_at, last_delivery_status = f.last_status, last_latency_ms = f.last_latency_ms,
         last_success_at = greatest(w.last_success_at, f.succeeded_at),
         failing_since = case when f.successes > 0 then null else coalesce(w.failing_since, f.failed_at) end
    from figures f
   where w.org_id = f.org_id and w.id = f.webhook_id
  returning w.org_id, w.id, w.status, w.failing_since
)
select org_id as "orgId", id as "webhookId" from counted
 where status = 'ACTIVE' and failing_since <= now() - ${mostFailingHours}::int * interval '1 hour'`;
}

const callNext = (ordered: readonly AttemptResult[]): Sql => sql`
update deliveries d set next_attempt_at = now()
  from (select distinct next.org_id, next.id
          from unnest(${ordered.map((r) => r.orgId)}::text[], ${ordered.map((r) => r.deliveryId)}::text[])
                 as done (org_id, id)
          join deliveries f on f.org_id = done.org_id and f.id = done.id and f.status not in ('PENDING', 'RETRYING')
          cross join lateral (
            select n.org_id, n.id from deliveries n
             where n.org_id = f.org_id and n.webhook_id = f.webhook_id and n.resource_id = f.resource_id
               and n.status in ('PENDING', 'RETRYING')
             order by n.position limit 1) as next) as next
 where d.org_id = next.org_id and d.id = next.id and ${notToCome} and d.next_attempt_at = 'infinity'`;
