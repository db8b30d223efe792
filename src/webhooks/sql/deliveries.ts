import { dateOf, dateOrNull } from '../../lib/rows.ts';
import { sql, type Sql } from '../../lib/sql.ts';
import {
  byTime,
  type ListPage,
  type Order,
  orderBy,
  pageOfRows,
  type TimeSort,
  type Window,
} from '../../platform/sql/page-of-rows.ts';
import type { Tx } from '../../platform/tx.ts';

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

const openStatuses: ReadonlySet<string> = new Set<DeliveryRow['status']>(['PENDING', 'RETRYING', 'HELD']);

/** Lists the deliveries to a webhook. Those of one millisecond stand in the order in which they were owed. */
export async function listDeliveries(
  tx: Tx,
  orgId: string,
  webhookId: string,
  filter: DeliveryFilter,
  sort: TimeSort<'createdAt'>,
  window: Window,
): Promise<ListPage<DeliveryRow>> {
  const conditions = [
    sql`d.position > 0`,
    sql`d.org_id = ${orgId}`,
    sql`d.webhook_id = ${webhookId}`,
    ...conditionsOf(filter),
  ];
  const from = sql`from ${deliveries} where ${sql.join(conditions, ' and ')}`;
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
  return pageOfRows(tx, { from, columns: 'd.*', order, around, toRow: toDelivery }, window);
}

function conditionsOf({ status, eventType, from, to }: DeliveryFilter): Sql[] {
  const conditions: Sql[] = [];
  if (status !== undefined) conditions.push(sql`d.shown_status = ${status}`);
  if (eventType !== undefined) conditions.push(sql`d.event_type = ${eventType}`);
  if (from) conditions.push(sql`d.created_at >= ${from.toISOString()}::timestamptz`);
  if (to) conditions.push(sql`d.created_at < ${to.toISOString()}::timestamptz`);
  // Few deliveries are open, and an index has them. The shown status tells Postgres nothing of it.
  const isOpen = status !== undefined && openStatuses.has(status);
  if (isOpen) conditions.push(sql`d.status in ('PENDING', 'RETRYING')`);
  return conditions;
}

/** Joins the last attempt to the deliveries of a page. */
const aroundDeliveries =
  (order: Order) =>
  (page: Sql): Sql =>
    sql`
select ${deliveryColumns}, d."pageKey", d."pageTie" from (${page}) as d ${lastAttempt}
 order by ${sql.raw(orderBy(order))}`;

/** As partition_plans says: long enough for what is held for 30 days and then a dead letter for 30 days. */
export const eventsKept = sql`interval '62 days'`;

/** A condition: a dead letter is removed 30 days after it became one, or with its event, whenever the row is cleaned. */
export const isDeadLetter = sql`d.dead_letter_id is not null and d.dead_lettered_at > now() - interval '30 days'
  and d.event_at > now() - ${eventsKept}`;

/**
 * Selects deliveries. Deliveries that were not sent when their webhook was paused are shown as held. If a delivery
 * waits for another one of its resource, its next attempt is unknown. Deliveries that are older than the kept events
 * are not shown, because their content is gone.
 */
const deliveries = sql`(
  select d.*, case when w.status = 'PAUSED' and d.status in ('PENDING', 'RETRYING') then 'HELD' else d.status end
           as shown_status
    from deliveries d join webhooks w on w.org_id = d.org_id and w.id = d.webhook_id
   where d.event_at > now() - ${eventsKept}) as d`;

const deliveryColumns = sql`d.id, d.event_id as "eventId", d.event_type as "eventType", d.event_at as "eventAt",
  d.resource_id as "resourceId", d.shown_status as status, d.attempts, d.replay_of as "replayOf",
  case when d.shown_status in ('PENDING', 'RETRYING') and d.next_attempt_at < 'infinity' then d.next_attempt_at end
    as "nextAttemptAt",
  case when ${isDeadLetter} then d.dead_letter_id end as "deadLetterId",
  d.dead_lettered_at as "deadLetteredAt",
  least(d.dead_lettered_at + interval '30 days', d.event_at + ${eventsKept}) as "deadLetterExpiresAt",
  d.created_at as "createdAt", last.attempt as "lastAttempt"`;

const attemptObject = sql`json_build_object('attempt', a.attempt, 'at', a.at, 'responseCode', a.response_code,
  'latencyMs', a.latency_ms, 'error', a.error, 'responseBody', a.response_body)`;

const lastAttempt = sql`left join lateral (
  select ${attemptObject} as attempt from delivery_attempts a
   where a.org_id = d.org_id and a.delivery_id = d.id and a.created_at = d.created_at and a.attempt = d.attempts
) as last on true`;

type Time = 'eventAt' | 'createdAt' | 'nextAttemptAt' | 'deadLetteredAt' | 'deadLetterExpiresAt';
type RawAttempt = Omit<AttemptRow, 'at'> & { at: string };
type RawDelivery = Omit<DeliveryRow, Time | 'lastAttempt'> &
  Record<Time, string> & { lastAttempt: RawAttempt | null };

const toAttempt = (raw: RawAttempt): AttemptRow => ({ ...raw, at: dateOf(raw.at) });

const toDelivery = (row: RawDelivery): DeliveryRow => ({
  ...row,
  eventAt: dateOf(row.eventAt),
  createdAt: dateOf(row.createdAt),
  nextAttemptAt: dateOrNull(row.nextAttemptAt),
  deadLetteredAt: dateOrNull(row.deadLetteredAt),
  deadLetterExpiresAt: dateOrNull(row.deadLetterExpiresAt),
  lastAttempt: row.lastAttempt && toAttempt(row.lastAttempt),
});

/** Lists the deliveries to a webhook that were given up in the last 30 days. */
export async function listDeadLetters(
  tx: Tx,
  orgId: string,
  webhookId: string,
  { eventType }: { eventType?: string },
  sort: TimeSort<'failedAt'>,
  window: Window,
): Promise<ListPage<DeliveryRow>> {
  const ofType = eventType === undefined ? sql.empty : sql` and d.event_type = ${eventType}`;
  const from = sql`
  from ${deliveries}
 where d.org_id = ${orgId} and d.webhook_id = ${webhookId} and ${isDeadLetter}${ofType}`;
  const order = byTime('d.dead_lettered_at', 'd.dead_letter_id', sort);
  const around = aroundDeliveries(order);
  return pageOfRows(tx, { from, columns: 'd.*', order, around, toRow: toDelivery }, window);
}

/** A delivery with the event's data, and every attempt, the first one first. */
export interface WholeDelivery extends DeliveryRow {
  data: Record<string, unknown>;
  attemptsMade: AttemptRow[];
}

/** Finds a delivery to this webhook by its own id or by that of its dead letter. */
export async function findDelivery(
  tx: Tx,
  orgId: string,
  webhookId: string,
  by: { id: string } | { deadLetterId: string },
): Promise<WholeDelivery | undefined> {
  const wanted =
    'id' in by ? sql`d.id = ${by.id}` : sql`d.dead_letter_id = ${by.deadLetterId} and ${isDeadLetter}`;
  const row = await tx.row<RawDelivery & RawWhole>(sql`
select ${deliveryColumns}, e.data, coalesce(made.attempts, '[]') as "attemptsMade"
  from ${deliveries}
  join events e on e.org_id = d.org_id and e.id = d.event_id and e.created_at = d.event_at
  ${lastAttempt}
  left join lateral (
    select json_agg(${attemptObject} order by a.attempt) as attempts from delivery_attempts a
     where a.org_id = d.org_id and a.delivery_id = d.id and a.created_at = d.created_at) as made on true
 where d.org_id = ${orgId} and d.webhook_id = ${webhookId} and ${wanted}`);
  return row && { ...toDelivery(row), data: row.data, attemptsMade: row.attemptsMade.map(toAttempt) };
}

interface RawWhole {
  data: Record<string, unknown>;
  attemptsMade: RawAttempt[];
}
