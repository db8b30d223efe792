import type { EntityManager } from '@mikro-orm/postgresql';
import {
  aroundDeliveries,
  deliveries,
  type DeliveryRow,
  isDeadLetter,
  toDelivery,
} from './list-deliveries.ts';
import {
  byTime,
  type ListPage,
  pageOfRows,
  type TimeSort,
  type Window,
} from '../../platform/sql/page-of-rows.ts';

/** Lists the deliveries to a webhook that were given up in the last 30 days. */
export async function listDeadLetters(
  em: EntityManager,
  orgId: string,
  webhookId: string,
  { eventType }: { eventType?: string },
  sort: TimeSort<'failedAt'>,
  window: Window,
): Promise<ListPage<DeliveryRow>> {
  const values = [orgId, webhookId];
  let from = `from ${deliveries} where d.org_id = ? and d.webhook_id = ? and ${isDeadLetter}`;
  if (eventType !== undefined) {
    from += ' and d.event_type = ?';
    values.push(eventType);
  }
  const order = byTime('d.dead_lettered_at', 'd.dead_letter_id', sort);
  const around = aroundDeliveries(order);
  return pageOfRows(em, { from, values, columns: 'd.*', order, around, toRow: toDelivery }, window);
}
