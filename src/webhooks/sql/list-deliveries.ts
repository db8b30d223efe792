import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOf, dateOrNull } from '../../lib/rows.ts';
import {
  type ListPage,
  type Order,
  orderBy,
  pageOfRows,
  type TimeSort,
  type Window,
} from '../../platform/sql/page-of-rows.ts';

export interface AttemptRow {
  attempt: number;
  at: Date;
  responseCode: number | null;
  latencyMs: number | null;
  error: string | null;
  responseBody: string | null;
}

export interface DeliveryRow {
  id: string;
  eventId: string;
  eventType: string;
  eventAt: Date;
  resourceId: string | null;
  status: 'PENDING' | 'RETRYING' | 'SUCCESS' | 'FAILED' | 'HELD' | 'CANCELLED';
  attempts: number;
  nextAttemptAt: Date | null;
  lastAttempt: AttemptRow | null;
  replayOf: string | null;
  deadLetterId: string | null;
  deadLetteredAt: Date | null;
  deadLetterExpiresAt: Date | null;
  createdAt: Date;
}

export interface DeliveryFilter {
  status?: DeliveryRow['status'];
  eventType?: string;
  from?: Date;
  to?: Date;
}

/** Lists the deliveries to a webhook. Those of one millisecond stand in the order in which they were owed. */
export async function listDeliveries(
  em: EntityManager,
  orgId: string,
  webhookId: string,
  filter: DeliveryFilter,
  sort: TimeSort<'createdAt'>,
  window: Window,
): Promise<ListPage<DeliveryRow>> {
  const conditions: [string, unknown][] = [
    ['d.org_id = ?', orgId],
    ['d.webhook_id = ?', webhookId],
  ];
  if (filter.status !== undefined) conditions.push(['d.shown_status = ?', filter.status]);
  if (filter.eventType !== undefined) conditions.push(['d.event_type = ?', filter.eventType]);
  if (filter.from) conditions.push(['d.created_at >= ?::timestamptz', filter.from.toISOString()]);
  if (filter.to) conditions.push(['d.created_at < ?::timestamptz', filter.to.toISOString()]);
  const values = conditions.map(([, value]) => value);
  const from = `from ${deliveries} where d.position > 0 and ${conditions.map(([sql]) => sql).join(' and ')}`;
  const descending = sort === '-createdAt';
  const order: Order = {
    key: 'd.created_at',
    keyType: 'timestamptz',
    descending,
    tie: 'd.position',
    tieType: 'bigint',
    tieDescending: descending,
  };
  const around = aroundDeliveries(order);
  return pageOfRows(em, { from, values, columns: 'd.*', order, around, toRow: toDelivery }, window);
}

/** Joins the last attempt to the deliveries of a page. */
export const aroundDeliveries =
  (order: Order) =>
  (page: string): string =>
    `select ${deliveryColumns}, d."pageKey", d."pageTie" from (${page}) as d ${lastAttempt} order by ${orderBy(order)}`;

/** As partition_plans says: long enough for what is held for 30 days and then a dead letter for 30 days. */
export const eventsKept = `interval '62 days'`;

/** A condition: a dead letter is removed 30 days after it became one, or with its event, whenever the row is cleaned. */
export const isDeadLetter = `d.dead_letter_id is not null and d.dead_lettered_at > now() - interval '30 days'
  and d.event_at > now() - ${eventsKept}`;

/**
 * What was not sent when its webhook was paused is held; of one that waits for another of its resource, nobody knows when
 * it is tried. None is shown that is older than the events that are kept: what it sends is gone.
 */
export const deliveries = `(
  select d.*, case when w.status = 'PAUSED' and d.status in ('PENDING', 'RETRYING') then 'HELD' else d.status end
           as shown_status
    from deliveries d join webhooks w on w.org_id = d.org_id and w.id = d.webhook_id
   where d.event_at > now() - ${eventsKept}) as d`;

export const deliveryColumns = `d.id, d.event_id as "eventId", d.event_type as "eventType", d.event_at as "eventAt",
  d.resource_id as "resourceId", d.shown_status as status, d.attempts, d.replay_of as "replayOf",
  case when d.shown_status in ('PENDING', 'RETRYING') and d.next_attempt_at < 'infinity' then d.next_attempt_at end
    as "nextAttemptAt",
  case when ${isDeadLetter} then d.dead_letter_id end as "deadLetterId",
  d.dead_lettered_at as "deadLetteredAt",
  least(d.dead_lettered_at + interval '30 days', d.event_at + ${eventsKept}) as "deadLetterExpiresAt",
  d.created_at as "createdAt", last.attempt as "lastAttempt"`;

export const attemptObject = `json_build_object('attempt', a.attempt, 'at', a.at, 'responseCode', a.response_code,
  'latencyMs', a.latency_ms, 'error', a.error, 'responseBody', a.response_body)`;

export const lastAttempt = `left join lateral (
  select ${attemptObject} as attempt from delivery_attempts a
   where a.org_id = d.org_id and a.delivery_id = d.id and a.created_at = d.created_at and a.attempt = d.attempts
) as last on true`;

type Time = 'eventAt' | 'createdAt' | 'nextAttemptAt' | 'deadLetteredAt' | 'deadLetterExpiresAt';
export type RawAttempt = Omit<AttemptRow, 'at'> & { at: string };
export type RawDelivery = Omit<DeliveryRow, Time | 'lastAttempt'> &
  Record<Time, string> & { lastAttempt: RawAttempt | null };

export const toAttempt = (raw: RawAttempt): AttemptRow => ({ ...raw, at: dateOf(raw.at) });

export const toDelivery = (row: RawDelivery): DeliveryRow => ({
  ...row,
  eventAt: dateOf(row.eventAt),
  createdAt: dateOf(row.createdAt),
  nextAttemptAt: dateOrNull(row.nextAttemptAt),
  deadLetteredAt: dateOrNull(row.deadLetteredAt),
  deadLetterExpiresAt: dateOrNull(row.deadLetterExpiresAt),
  lastAttempt: row.lastAttempt && toAttempt(row.lastAttempt),
});
