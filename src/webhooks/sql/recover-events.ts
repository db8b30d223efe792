import type { EntityManager } from '@mikro-orm/postgresql';
import { notToCome } from './claim-deliveries.ts';

/**
 * Owes a webhook the events of a time that it subscribes to, was not sent and is not about to be sent, the oldest first,
 * and removes the dead letters of these. Its redelivery must be locked.
 *
 * @returns how many were made, and whether some are left
 */
export async function recoverEvents(
  em: EntityManager,
  orgId: string,
  webhookId: string,
  { since, until }: { since: Date; until: Date },
  most: number,
): Promise<{ deliveries: number; hasMore: boolean }> {
  const one = [orgId, webhookId];
  const time = [since.toISOString(), until.toISOString()];
  const [row] = await em.execute<{ deliveries: number; hasMore: boolean }[]>(text, [
    ...one,
    ...time,
    ...one,
    ...time,
    since.toISOString(),
    most + 1,
    most,
    webhookId,
    most,
  ]);
  return row ?? { deliveries: 0, hasMore: false };
}

// Events and deliveries are laid together and each looked at once: a search for the deliveries of every single event would
// take the square of them. A delivery is never older than its event, which tells the partitions that matter.
const text = `
with found as materialized (
  select org_id, at, event_id, array_agg(id) filter (where dead) as dead_ids
    from (
      select e.org_id, e.created_at as at, e.id as event_id, true as happened, true as missed, false as dead,
             null as id
        from webhooks w
        join events e on e.org_id = w.org_id and e.created_at >= w.created_at and w.events && array[e.type, '*']
       where w.org_id = ? and w.id = ? and e.type <> 'webhook.test'
         and e.created_at >= ?::timestamptz and e.created_at < ?::timestamptz
      union all
      select d.org_id, d.event_at, d.event_id, false, d.status in ('FAILED', 'CANCELLED'), d.dead_letter_id is not null,
             d.id
        from deliveries d
       where d.org_id = ? and d.webhook_id = ? and d.position > 0
         and d.event_at >= ?::timestamptz and d.event_at < ?::timestamptz and d.created_at >= ?::timestamptz
    ) as either
   group by org_id, at, event_id having bool_or(happened) and bool_and(missed)
   order by at, event_id limit ?
), chosen as materialized (
  select * from found order by at, event_id limit ?
), dead as materialized (
  select c.org_id, letter.id from chosen c cross join lateral unnest(c.dead_ids) as letter (id)
), removed as (
  update deliveries d set dead_letter_id = null, dead_lettered_at = null
    from dead where d.org_id = dead.org_id and d.id = dead.id and ${notToCome}
), made as (
  insert into deliveries (org_id, id, webhook_id, event_id, event_type, event_at, resource_id, status)
  select c.org_id, new_id('dlv'), ?, c.event_id, e.type, c.at,
         coalesce(e.data ->> 'identityId', e.data ->> 'userId', e.data ->> 'groupId'), 'PENDING'
    from chosen c join events e on e.org_id = c.org_id and e.id = c.event_id and e.created_at = c.at
   order by c.at, c.event_id
  returning id
)
select (select count(*)::int from made) as deliveries, (select count(*) from found) > ? as "hasMore"`;
