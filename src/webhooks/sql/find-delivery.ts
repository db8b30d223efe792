import type { EntityManager } from '@mikro-orm/postgresql';
import {
  attemptObject,
  type AttemptRow,
  deliveries,
  deliveryColumns,
  type DeliveryRow,
  isDeadLetter,
  lastAttempt,
  type RawAttempt,
  type RawDelivery,
  toAttempt,
  toDelivery,
} from './list-deliveries.ts';

/** A delivery with the event's data, and every attempt, the first one first. */
export interface WholeDelivery extends DeliveryRow {
  data: Record<string, unknown>;
  attemptsMade: AttemptRow[];
}

/** Finds a delivery to this webhook by its own id or by that of its dead letter. */
export async function findDelivery(
  em: EntityManager,
  orgId: string,
  webhookId: string,
  by: { id: string } | { deadLetterId: string },
): Promise<WholeDelivery | undefined> {
  const [named, id] =
    'id' in by ? ['d.id = ?', by.id] : [`d.dead_letter_id = ? and ${isDeadLetter}`, by.deadLetterId];
  const [row] = await em.execute<(RawDelivery & Raw)[]>(
    `select ${deliveryColumns}, e.data, coalesce(made.attempts, '[]') as "attemptsMade"
       from ${deliveries}
       join events e on e.org_id = d.org_id and e.id = d.event_id and e.created_at = d.event_at
       ${lastAttempt}
       left join lateral (
         select json_agg(${attemptObject} order by a.attempt) as attempts from delivery_attempts a
          where a.org_id = d.org_id and a.delivery_id = d.id and a.created_at = d.created_at) as made on true
      where d.org_id = ? and d.webhook_id = ? and ${named}`,
    [orgId, webhookId, id],
  );
  return row && { ...toDelivery(row), data: row.data, attemptsMade: row.attemptsMade.map(toAttempt) };
}

interface Raw {
  data: Record<string, unknown>;
  attemptsMade: RawAttempt[];
}
