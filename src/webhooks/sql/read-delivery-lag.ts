import type { Pool } from 'pg';
import { dueNow, dueQueues, open } from './claim-deliveries.ts';
import { walkQueues } from '../../platform/sql/walk-queues.ts';

/**
 * For how many seconds the delivery has been due that has waited longest and that nobody sends; 0 when there is none. Of
 * each queue only the start is looked at: neither a backlog nor what is finished makes it slow.
 */
export async function readDeliveryLag(pool: Pool): Promise<number> {
  const rows = await walkQueues<{ seconds: number }>(pool, { name: 'read-delivery-lag', text });
  return rows[0]?.seconds ?? 0;
}

// A webhook that is resumed is not to blame for the time it was paused.
const text = `
with recursive ${dueQueues}
select coalesce(extract(epoch from now() - min(d.since)), 0)::float8 as seconds
  from queues q
  join webhooks w on w.org_id = q.org_id and w.id = q.webhook_id and w.status = 'ACTIVE'
  cross join lateral (
    select greatest(d.next_attempt_at, w.updated_at) as since from deliveries d
     where d.org_id = q.org_id and d.webhook_id = q.webhook_id and ${open} and ${dueNow}
     order by d.next_attempt_at, d.position limit 1) as d`;
