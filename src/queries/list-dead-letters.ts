import type { EntityManager } from '@mikro-orm/postgresql';
import {
  deliveries,
  deliveryColumns,
  type DeliveryRow,
  isDeadLetter,
  lastAttempt,
  type RawDelivery,
  toDelivery,
} from './list-deliveries.ts';

/** Lists the deliveries to a webhook that were given up in the last 30 days, the latest first. */
export async function listDeadLetters(
  em: EntityManager,
  orgId: string,
  webhookId: string,
  { eventType }: { eventType?: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const values = [orgId, webhookId];
  let from = `from ${deliveries} where d.org_id = ? and d.webhook_id = ? and ${isDeadLetter}`;
  if (eventType !== undefined) {
    from += ' and d.event_type = ?';
    values.push(eventType);
  }
  const [count] = await em.execute<{ total: number }[]>(`select count(*)::int as total ${from}`, values);
  const rows = await em.execute<RawDelivery[]>(
    `select ${deliveryColumns}
       from (select d.* ${from} order by d.dead_lettered_at desc, d.dead_letter_id limit ? offset ?) as d
       ${lastAttempt}
      order by d.dead_lettered_at desc, d.dead_letter_id`,
    [...values, limit, offset],
  );
  return { rows: rows.map(toDelivery), total: count?.total ?? 0 };
}
