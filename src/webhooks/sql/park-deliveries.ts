import type { Pool } from 'pg';
import { type DeliveryKey, notToCome, stillOpen } from './claim-deliveries.ts';

/**
 * Takes deliveries that must wait for an earlier one of their resource out of what is due, until that one is finished
 * and `recordAttempts` calls the next. The earlier one is locked: whoever finishes it then sees who waits for it, and if
 * it is being finished already, nothing is parked and the next claim finds it due.
 */
export async function parkDeliveries(pool: Pool, blocked: readonly DeliveryKey[]): Promise<void> {
  await pool.query({
    name: 'park-deliveries',
    text,
    values: [blocked.map((b) => b.orgId), blocked.map((b) => b.id)],
  });
}

const text = `
with waiting as materialized (
  select d.org_id, d.id, first.id as first_id
    from unnest($1::text[], $2::text[]) as asked (org_id, id)
    join deliveries d on d.org_id = asked.org_id and d.id = asked.id and ${notToCome}
    cross join lateral (
      select f.id from deliveries f
       where f.org_id = d.org_id and f.webhook_id = d.webhook_id and f.resource_id = d.resource_id
         and f.position < d.position and f.status in ('PENDING', 'RETRYING')
       order by f.position limit 1) as first
), ahead as materialized (
  select d.org_id, d.id
    from (select distinct org_id, first_id as id from waiting) as w
    join deliveries d on d.org_id = w.org_id and d.id = w.id and ${notToCome}
   where ${stillOpen}
     for no key update of d skip locked
)
update deliveries d set next_attempt_at = 'infinity'
  from waiting w
  join ahead a on a.org_id = w.org_id and a.id = w.first_id
 where d.org_id = w.org_id and d.id = w.id and ${notToCome} and ${stillOpen}`;
