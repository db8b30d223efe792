import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOf, dateOrNull } from '../lib/rows.ts';

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
  createdAt: Date;
}

export interface DeliveryFilter {
  status?: DeliveryRow['status'];
  eventType?: string;
  from?: Date;
  to?: Date;
}

/** Lists what was and is owed to a webhook, the newest first. */
export async function listDeliveries(
  em: EntityManager,
  orgId: string,
  webhookId: string,
  filter: DeliveryFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const conditions: [string, unknown][] = [
    ['d.org_id = ?', orgId],
    ['d.webhook_id = ?', webhookId],
  ];
  if (filter.status !== undefined) conditions.push(['d.status = ?', filter.status]);
  if (filter.eventType !== undefined) conditions.push(['d.event_type = ?', filter.eventType]);
  if (filter.from) conditions.push(['d.created_at >= ?::timestamptz', filter.from.toISOString()]);
  if (filter.to) conditions.push(['d.created_at < ?::timestamptz', filter.to.toISOString()]);
  const values = conditions.map(([, value]) => value);
  const from = `from deliveries d where ${conditions.map(([sql]) => sql).join(' and ')}`;
  const [count] = await em.execute<{ total: number }[]>(`select count(*)::int as total ${from}`, values);
  const rows = await em.execute<RawDelivery[]>(
    `select ${deliveryColumns}
       from (select d.* ${from} order by d.created_at desc, d.id desc limit ? offset ?) as d
       ${lastAttempt}
      order by d.created_at desc, d.id desc`,
    [...values, limit, offset],
  );
  return { rows: rows.map(toDelivery), total: count?.total ?? 0 };
}

/** Of one that waits for another of its resource, nobody knows when it is tried. */
export const deliveryColumns = `d.id, d.event_id as "eventId", d.event_type as "eventType", d.event_at as "eventAt",
  d.resource_id as "resourceId", d.status, d.attempts, d.replay_of as "replayOf",
  case when d.status in ('PENDING', 'RETRYING') and d.next_attempt_at < 'infinity' then d.next_attempt_at end
    as "nextAttemptAt",
  case when d.dead_lettered_at > now() - interval '30 days' then d.dead_letter_id end as "deadLetterId",
  d.dead_lettered_at as "deadLetteredAt", d.created_at as "createdAt", last.attempt as "lastAttempt"`;

/** A condition: a dead letter is removed 30 days after it became one, whenever the row is cleaned. */
export const isDeadLetter = `d.dead_letter_id is not null and d.dead_lettered_at > now() - interval '30 days'`;

export const attemptObject = `json_build_object('attempt', a.attempt, 'at', a.at, 'responseCode', a.response_code,
  'latencyMs', a.latency_ms, 'error', a.error, 'responseBody', a.response_body)`;

export const lastAttempt = `left join lateral (
  select ${attemptObject} as attempt from delivery_attempts a
   where a.org_id = d.org_id and a.delivery_id = d.id and a.created_at = d.created_at and a.attempt = d.attempts
) as last on true`;

type Time = 'eventAt' | 'createdAt' | 'nextAttemptAt' | 'deadLetteredAt';
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
  lastAttempt: row.lastAttempt && toAttempt(row.lastAttempt),
});
