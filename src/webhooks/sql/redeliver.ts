import type { EntityManager } from '@mikro-orm/postgresql';
import { notToCome } from './claim-deliveries.ts';
import { isDeadLetter } from './list-deliveries.ts';

export type Redelivered = { id: string } | { deadLetterId: string } | { since: Date; until: Date };

/**
 * Makes another delivery of the same event for each of these, in the order they were owed, and removes their dead
 * letters. Its redelivery must be locked.
 *
 * @param most how many at most
 * @returns the ids of the new ones, and whether some are left
 */
export async function redeliver(
  em: EntityManager,
  orgId: string,
  webhookId: string,
  which: Redelivered,
  most: number,
): Promise<{ ids: string[]; hasMore: boolean }> {
  const [condition, values] = conditionOf(which);
  const rows = await em.execute<{ id: string; hasMore: boolean }[]>(text(condition), [
    orgId,
    webhookId,
    ...values,
    most + 1,
    most,
    most,
  ]);
  return { ids: rows.map(({ id }) => id), hasMore: rows[0]?.hasMore ?? false };
}

function conditionOf(which: Redelivered): [string, string[]] {
  if ('id' in which) return ['d.id = ?', [which.id]];
  if ('deadLetterId' in which) return [`d.dead_letter_id = ? and ${isDeadLetter}`, [which.deadLetterId]];
  return [
    `${isDeadLetter} and d.dead_lettered_at >= ?::timestamptz and d.dead_lettered_at < ?::timestamptz`,
    [which.since.toISOString(), which.until.toISOString()],
  ];
}

const text = (condition: string): string => `
with found as materialized (
  select d.* from deliveries d
   where d.org_id = ? and d.webhook_id = ? and ${condition}
   order by d.dead_lettered_at, d.position limit ?
), chosen as materialized (
  select * from found order by dead_lettered_at, position limit ?
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
select id, (select count(*) from found) > ? as "hasMore" from made`;
