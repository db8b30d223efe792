import { sql, type Sql } from '../../lib/sql.ts';
import { notToCome } from './delivery-queue.ts';
import { isDeadLetter } from './deliveries.ts';
import type { Tx } from '../../platform/tx.ts';

declare const held: unique symbol;

/** The lock of a webhook's redelivery, which lasts until the transaction ends. Only `lockRedelivery` makes one. */
export interface RedeliveryLock {
  readonly orgId: string;
  readonly webhookId: string;
  readonly [held]: true;
}

/**
 * Waits until no other request redelivers for the webhook, so that no delivery is made twice. The lock of the webhook's
 * row does not fit: a search takes a while. The attempts of all webhooks are recorded together and would wait for it.
 */
export async function lockRedelivery(tx: Tx, orgId: string, webhookId: string): Promise<RedeliveryLock> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('keyward.redelivery.' || ${webhookId}, 0))`);
  return { orgId, webhookId } as RedeliveryLock;
}

export type Redelivered = { id: string } | { deadLetterId: string } | { since: Date; until: Date };

/**
 * Makes another delivery of the same event for each of these, in the order they were owed, and removes their dead
 * letters.
 *
 * @param most how many at most
 * @returns the ids of the new ones, and whether some are left
 */
export async function redeliver(
  tx: Tx,
  lock: RedeliveryLock,
  which: Redelivered,
  most: number,
): Promise<{ ids: string[]; hasMore: boolean }> {
  const rows = await tx.rows<{ id: string; hasMore: boolean }>(again(lock, conditionOf(which), most));
  return { ids: rows.map(({ id }) => id), hasMore: rows[0]?.hasMore ?? false };
}

function conditionOf(which: Redelivered): Sql {
  if ('id' in which) return sql`d.id = ${which.id}`;
  if ('deadLetterId' in which) return sql`d.dead_letter_id = ${which.deadLetterId} and ${isDeadLetter}`;
  const [since, until] = [which.since.toISOString(), which.until.toISOString()];
  return sql`
${isDeadLetter} and d.dead_lettered_at >= ${since}::timestamptz and d.dead_lettered_at < ${until}::timestamptz`;
}

const again = ({ orgId, webhookId }: RedeliveryLock, condition: Sql, most: number): Sql => sql`
with found as materialized (
  select d.* from deliveries d
   where d.org_id = ${orgId} and d.webhook_id = ${webhookId} and ${condition}
   order by d.dead_lettered_at, d.position limit ${most + 1}
), chosen as materialized (
  select * from found order by dead_lettered_at, position limit ${most}
), removed as (
  update deliveries d set dead_letter_id = null, dead_lettered_at = null
    from chosen c
   where d.org_id = c.org_id and d.id = c.id and ${notToCome} and d.dead_letter_id is not null
), made as (
  insert into deliveries
    (org_id, id, webhook_id, event_id, event_type, event_at, resource_id, status, replay_of)
  select org_id, new_id('dlv'), webhook_id, event_id, event_type, event_at, resource_id, 'PENDING', id
    from chosen order by position
  returning id
)
select id, (select count(*) from found) > ${most} as "hasMore" from made`;

/**
 * Owes a webhook the events of a time that it subscribes to, was not sent and is not about to be sent, the oldest first,
 * and removes the dead letters of these.
 *
 * @returns how many were made, and whether some are left
 */
export async function recoverEvents(
  tx: Tx,
  lock: RedeliveryLock,
  time: { since: Date; until: Date },
  most: number,
): Promise<{ deliveries: number; hasMore: boolean }> {
  const [since, until] = [time.since.toISOString(), time.until.toISOString()];
  const row = await tx.row<{ deliveries: number; hasMore: boolean }>(recovery(lock, { since, until }, most));
  return row ?? { deliveries: 0, hasMore: false };
}

// Events and deliveries are laid together and each looked at once: a search for the deliveries of every single event would
// take the square of them. A delivery is never older than its event, which tells the partitions that matter.
const recovery = (
  { orgId, webhookId }: RedeliveryLock,
  { since, until }: { since: string; until: string },
  most: number,
): Sql => sql`
with found as materialized (
  select org_id, at, event_id, array_agg(id) filter (where dead) as dead_ids
    from (
      select e.org_id, e.created_at as at, e.id as event_id, true as happened, true as missed, false as dead,
             null as id
        from webhooks w
        join events e on e.org_id = w.org_id and e.created_at >= w.created_at and w.events && array[e.type, '*']
       where w.org_id = ${orgId} and w.id = ${webhookId} and e.type <> 'webhook.test'
         and e.created_at >= ${since}::timestamptz and e.created_at < ${until}::timestamptz
      union all
      select d.org_id, d.event_at, d.event_id, false, d.status in ('FAILED', 'CANCELLED'), d.dead_letter_id is not null,
             d.id
        from deliveries d
       where d.org_id = ${orgId} and d.webhook_id = ${webhookId} and d.position > 0
         and d.event_at >= ${since}::timestamptz and d.event_at < ${until}::timestamptz
         and d.created_at >= ${since}::timestamptz
    ) as either
   group by org_id, at, event_id having bool_or(happened) and bool_and(missed)
   order by at, event_id limit ${most + 1}
), chosen as materialized (
  select * from found order by at, event_id limit ${most}
), dead as materialized (
  select c.org_id, letter.id from chosen c cross join lateral unnest(c.dead_ids) as letter (id)
), removed as (
  update deliveries d set dead_letter_id = null, dead_lettered_at = null
    from dead where d.org_id = dead.org_id and d.id = dead.id and ${notToCome}
), made as (
  insert into deliveries (org_id, id, webhook_id, event_id, event_type, event_at, resource_id, status)
  select c.org_id, new_id('dlv'), ${webhookId}, c.event_id, e.type, c.at,
         coalesce(e.data ->> 'identityId', e.data ->> 'userId', e.data ->> 'groupId'), 'PENDING'
    from chosen c join events e on e.org_id = c.org_id and e.id = c.event_id and e.created_at = c.at
   order by c.at, c.event_id
  returning id
)
select (select count(*)::int from made) as deliveries, (select count(*) from found) > ${most} as "hasMore"`;

/** Makes a delivery due that waits for its next attempt. @returns whether there is one that can be tried */
export async function retryNow(tx: Tx, orgId: string, id: string): Promise<boolean> {
  return tx.has(retry(orgId, id));
}

const retry = (orgId: string, id: string): Sql => sql`
update deliveries set next_attempt_at = least(next_attempt_at, now())
 where org_id = ${orgId} and id = ${id} and status in ('PENDING', 'RETRYING')
returning id`;

/** The delivery stays, as one that failed. @returns whether there was such a dead letter */
export async function removeDeadLetter(tx: Tx, lock: RedeliveryLock, id: string): Promise<boolean> {
  return tx.has(removal(lock, id));
}

const removal = ({ orgId, webhookId }: RedeliveryLock, id: string): Sql => sql`
update deliveries d set dead_letter_id = null, dead_lettered_at = null
 where d.org_id = ${orgId} and d.webhook_id = ${webhookId} and d.dead_letter_id = ${id} and ${isDeadLetter}
returning d.id`;
