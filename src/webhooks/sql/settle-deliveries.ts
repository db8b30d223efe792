import type { Pool } from 'pg';
import { numbered, shared, sql, type Sql } from '../../lib/sql.ts';
import { walkQueues } from '../../platform/sql/transactions.ts';
import { notToCome, stillOpen } from './delivery-queue.ts';
import { eventsKept } from './deliveries.ts';

/**
 * Ends deliveries that will never be sent (decisions 6.5). Deliveries of disabled webhooks and those held for 30 days
 * become dead letters. Deliveries of deleted webhooks and of events that are gone are cancelled. Dead letters older
 * than 30 days are forgotten. Deliveries that wait for another one of their resource are called once more, in case a
 * call was lost. The function works a block at a time, so that a great backlog holds no locks for long. It may run on
 * several nodes at once, and be broken off by the signal.
 */
export async function settleDeliveries(pool: Pool, signal?: AbortSignal): Promise<void> {
  for (const statement of [buryOfDisabled, buryOfHeld, cancel, recall]) {
    while (!signal?.aborted && ((await pool.query(numbered(statement))).rowCount ?? 0) > 0);
  }
  while (!signal?.aborted && (await walkQueues(pool, forget)).length > 0);
}

const block = shared(2_000);

const open = sql`d.status in ('PENDING', 'RETRYING')`;

/** Locks webhooks before their deliveries, as every statement that changes both does. Counts the dead letters in the webhooks. */
const bury = (due: Sql): Sql => sql`
with due as materialized (
  select d.org_id, d.id, d.webhook_id from webhooks w, deliveries d
   where d.org_id = w.org_id and d.webhook_id = w.id and ${open} and ${due}
   limit ${block}::int
), hooks as materialized (
  select w.org_id, w.id from webhooks w
   where (w.org_id, w.id) in (select org_id, webhook_id from due)
   order by w.org_id, w.id for no key update
), buried as (
  update deliveries d
     set status = 'FAILED', next_attempt_at = null, claimed_until = null,
         dead_letter_id = new_id('dlq'), dead_lettered_at = now()
    from due
   where (select count(*) from hooks) >= 0
     and d.org_id = due.org_id and d.id = due.id and ${notToCome}
     and ${stillOpen}
  returning d.org_id, d.webhook_id
)
update webhooks w
   set total_deliveries = w.total_deliveries + b.deliveries, failed_deliveries = w.failed_deliveries + b.deliveries
  from (select org_id, webhook_id, count(*) as deliveries from buried group by org_id, webhook_id) as b
 where w.org_id = b.org_id and w.id = b.webhook_id`;

const buryOfDisabled = bury(sql`w.status = 'DISABLED'`);

const buryOfHeld = bury(sql`w.status = 'PAUSED' and d.created_at < now() - interval '30 days'`);

const isDead = sql`d.dead_letter_id is not null and ${notToCome}`;

const cancel = sql`
update deliveries d set status = 'CANCELLED', next_attempt_at = null, claimed_until = null
  from (select d.org_id, d.id from deliveries d
         where ${open}
           and (d.event_at < now() - ${eventsKept}
                or not exists (select from webhooks w where w.org_id = d.org_id and w.id = d.webhook_id))
         limit ${block}::int for no key update skip locked) as due
 where d.org_id = due.org_id and d.id = due.id and ${notToCome}`;

/**
 * Walks the queues of dead letters in the order of their index, as `dueQueues` does: a scan would read all deliveries for a few old
 * ones. A dead letter whose event is gone is not shown, so its row may wait for its 30 days.
 */
const forget = sql`
with recursive dead as (
  (select d.org_id, d.webhook_id from deliveries d where ${isDead} order by d.org_id, d.webhook_id limit 1)
  union all
  select next.org_id, next.webhook_id
    from dead q, lateral (
      select d.org_id, d.webhook_id from deliveries d
       where ${isDead} and (d.org_id, d.webhook_id) > (q.org_id, q.webhook_id)
       order by d.org_id, d.webhook_id limit 1) as next
), due as materialized (
  select d.org_id, d.id
    from dead q
    cross join lateral (
      select d.org_id, d.id from deliveries d
       where ${isDead} and d.org_id = q.org_id and d.webhook_id = q.webhook_id
         and d.dead_lettered_at <= now() - interval '30 days'
       order by d.dead_lettered_at desc limit ${block}::int for no key update skip locked) as d
   limit ${block}::int
)
update deliveries d set dead_letter_id = null, dead_lettered_at = null
  from due where d.org_id = due.org_id and d.id = due.id and ${notToCome}
returning d.id`;

const recall = sql`
update deliveries d set next_attempt_at = now()
  from (select d.org_id, d.id
          from deliveries d join webhooks w on w.org_id = d.org_id and w.id = d.webhook_id
         where ${open} and d.next_attempt_at = 'infinity'
           and (w.ordering = 'NONE' or not exists (
                 select from deliveries e
                  where e.org_id = d.org_id and e.webhook_id = d.webhook_id and e.resource_id = d.resource_id
                    and e.position < d.position and e.status in ('PENDING', 'RETRYING')))
         limit ${block}::int for no key update of d skip locked) as due
 where d.org_id = due.org_id and d.id = due.id and ${notToCome}`;
