import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Owes a webhook the events of a time that it subscribes to, was not sent and is not about to be sent, the oldest first,
 * and removes the dead letters of these. The webhook must be locked.
 *
 * @param status what the new deliveries start as
 * @returns how many were made, and whether some are left
 */
export async function recoverEvents(
  em: EntityManager,
  orgId: string,
  webhookId: string,
  { since, until }: { since: Date; until: Date },
  { status, most }: { status: 'PENDING' | 'HELD'; most: number },
): Promise<{ deliveries: number; hasMore: boolean }> {
  const from = since.toISOString();
  const [row] = await em.execute<{ deliveries: number; hasMore: boolean }[]>(text, [
    orgId,
    webhookId,
    from,
    until.toISOString(),
    from,
    most + 1,
    most,
    from,
    status,
    most,
  ]);
  return row ?? { deliveries: 0, hasMore: false };
}

const text = `
with found as materialized (
  select e.org_id, e.id, e.type, e.created_at, w.id as webhook_id,
         coalesce(e.data ->> 'identityId', e.data ->> 'userId', e.data ->> 'groupId') as resource_id
    from webhooks w
    join events e on e.org_id = w.org_id and e.created_at >= w.created_at and w.events && array[e.type, '*']
   where w.org_id = ? and w.id = ? and e.type <> 'webhook.test'
     and e.created_at >= ?::timestamptz and e.created_at < ?::timestamptz
     and not exists (
       select from deliveries d
        where d.org_id = w.org_id and d.webhook_id = w.id and d.event_id = e.id and d.created_at >= ?::timestamptz
          and d.status not in ('FAILED', 'CANCELLED'))
   order by e.created_at, e.id limit ?
), chosen as materialized (
  select * from found order by created_at, id limit ?
), removed as (
  update deliveries d set dead_letter_id = null, dead_lettered_at = null
    from chosen c
   where d.org_id = c.org_id and d.webhook_id = c.webhook_id and d.event_id = c.id and d.created_at >= ?::timestamptz
     and d.dead_letter_id is not null
), made as (
  insert into deliveries (org_id, id, webhook_id, event_id, event_type, event_at, resource_id, status)
  select org_id, new_id('dlv'), webhook_id, id, type, created_at, resource_id, ?
    from chosen order by created_at, id
  returning id
)
select (select count(*)::int from made) as deliveries, (select count(*) from found) > ? as "hasMore"`;
