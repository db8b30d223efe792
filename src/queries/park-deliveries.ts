import type { Pool } from 'pg';
import { type DeliveryKey, stillOpen } from './claim-deliveries.ts';

/**
 * Takes deliveries that must wait for an earlier one of their resource out of what is due, until that one is finished
 * and `recordAttempts` calls the next. The earlier one is locked: whoever finishes it then sees who waits for it, and if
 * it is being finished already, nothing is parked and the next claim finds it due.
 */
export async function parkDeliveries(pool: Pool, blocked: readonly DeliveryKey[]): Promise<void> {
  await pool.query({
    name: 'park-deliveries',
    text,
    values: [blocked.map((b) => b.orgId), blocked.map((b) => b.id), blocked.map((b) => b.createdAt)],
  });
}

const text = `
with waiting as materialized (
  select d.org_id, d.id, d.created_at, first.id as first_id, first.created_at as first_created_at
    from unnest($1::text[], $2::text[], $3::timestamptz[]) as asked (org_id, id, created_at)
    join deliveries d on d.org_id = asked.org_id and d.id = asked.id and d.created_at = asked.created_at
    cross join lateral (
      select f.id, f.created_at from deliveries f
       where f.org_id = d.org_id and f.webhook_id = d.webhook_id and f.resource_id = d.resource_id
         and f.position < d.position and f.status in ('PENDING', 'RETRYING', 'HELD')
       order by f.position limit 1) as first
), ahead as materialized (
  select f.org_id, f.id, f.created_at
    from (select distinct org_id, first_id as id, first_created_at as created_at from waiting) as w
    join deliveries f on f.org_id = w.org_id and f.id = w.id and f.created_at = w.created_at
   where f.status not in ('SUCCESS', 'FAILED', 'CANCELLED')
     for no key update of f skip locked
)
update deliveries d set next_attempt_at = 'infinity'
  from waiting w
  join ahead a on a.org_id = w.org_id and a.id = w.first_id and a.created_at = w.first_created_at
 where d.org_id = w.org_id and d.id = w.id and d.created_at = w.created_at
   and ${stillOpen}`;
