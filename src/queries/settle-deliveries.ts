import type { Pool } from 'pg';

/**
 * Ends what will never be sent: deliveries of disabled webhooks and those held for 30 days become dead letters, those of
 * deleted webhooks are cancelled, and dead letters older than 30 days are forgotten (decisions 6.5). Whoever waits for
 * another of its resource is called once more, should a call have been lost. A block at a time, so that a great backlog
 * holds no locks for long; it may run on several nodes at once.
 */
export async function settleDeliveries(pool: Pool): Promise<void> {
  for (const text of [buryOfDisabled, buryOfHeld, cancel, forget]) {
    while (((await pool.query(text, [block])).rowCount ?? 0) > 0);
  }
  await pool.query(recall);
}

const block = 2_000;

const open = `d.status in ('PENDING', 'RETRYING', 'HELD')`;

/** Counts in the webhook what it buries, whose row is locked first, as everybody does. */
const bury = (due: string): string => `
with due as materialized (
  select d.org_id, d.id, d.created_at, d.webhook_id from webhooks w, deliveries d
   where d.org_id = w.org_id and d.webhook_id = w.id and ${open} and ${due}
   limit $1::int
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
     and d.org_id = due.org_id and d.id = due.id and d.created_at = due.created_at
     and d.status not in ('SUCCESS', 'FAILED', 'CANCELLED')
  returning d.org_id, d.webhook_id
)
update webhooks w
   set total_deliveries = w.total_deliveries + b.deliveries, failed_deliveries = w.failed_deliveries + b.deliveries
  from (select org_id, webhook_id, count(*) as deliveries from buried group by org_id, webhook_id) as b
 where w.org_id = b.org_id and w.id = b.webhook_id`;

const buryOfDisabled = bury(`w.status = 'DISABLED'`);

const buryOfHeld = bury(`d.status = 'HELD' and d.created_at < now() - interval '30 days'`);

const cancel = `
update deliveries d set status = 'CANCELLED', next_attempt_at = null, claimed_until = null
  from (select d.org_id, d.id, d.created_at from deliveries d
         where ${open} and not exists (select from webhooks w where w.org_id = d.org_id and w.id = d.webhook_id)
         limit $1::int for no key update skip locked) as due
 where d.org_id = due.org_id and d.id = due.id and d.created_at = due.created_at`;

const forget = `
update deliveries d set dead_letter_id = null, dead_lettered_at = null
  from (select d.org_id, d.id, d.created_at from deliveries d
         where d.dead_letter_id is not null and d.dead_lettered_at < now() - interval '30 days'
         limit $1::int for no key update skip locked) as due
 where d.org_id = due.org_id and d.id = due.id and d.created_at = due.created_at`;

const recall = `
update deliveries set next_attempt_at = now()
 where status in ('PENDING', 'RETRYING') and next_attempt_at = 'infinity'`;
