import type { Pool } from 'pg';
import { dateOf } from '../lib/rows.ts';

/** What an attempt needs to know of a delivery. */
export interface ClaimedDelivery {
  orgId: string;
  id: string;
  createdAt: Date;
  /** Attempts that were made. */
  attempts: number;
  /** Whether it waits for others of its resource, and others for it. */
  ordered: boolean;
  /** How long it has been due, in seconds. */
  lateSeconds: number;
  webhookId: string;
  url: string;
  /** Sealed by the vault. */
  secret: Buffer;
  /** The one before it, while its grace period lasts. */
  previousSecret: Buffer | null;
  /** How many of this webhook one process may send at a time. */
  slots: number;
  eventId: string;
  eventType: string;
  eventAt: Date;
  /** Null when the event is gone, which is kept longer than its deliveries. */
  data: unknown;
  /** Postgres's time, when it was claimed. */
  now: Date;
}

/** Names a delivery. */
export interface DeliveryKey {
  orgId: string;
  id: string;
  createdAt: Date;
}

export interface ClaimOptions {
  /** Claims at most so many, of all webhooks. */
  most: number;
  /** What this process sends already, by webhook. */
  sending: ReadonlyMap<string, number>;
  /** Attempts of one webhook that one process makes at a time. */
  slots: number;
  /** The same for a webhook whose last attempt failed, so that many that hang leave room for those that answer. */
  failingSlots: number;
}

/** Longer than an attempt lasts; what a process had claimed that died is sent by another one when this is over. */
export const leaseSeconds = 60;

/**
 * Takes deliveries that are due, the oldest of each webhook first, so that nobody else sends them while the lease lasts.
 * It looks at one queue after the other and at no more of each than has room: neither what a slow webhook has waiting
 * nor what is finished costs anything.
 *
 * @returns what to send, and what stands in the way because it must wait for another (see `parkDeliveries`)
 */
export async function claimDeliveries(
  pool: Pool,
  { most, sending, slots, failingSlots }: ClaimOptions,
): Promise<{ claimed: ClaimedDelivery[]; blocked: DeliveryKey[] }> {
  const { rows } = await pool.query<Row>({
    name: 'claim-deliveries',
    text,
    values: [[...sending.keys()], [...sending.values()], slots, failingSlots, most, leaseSeconds],
  });
  const found = rows.map((row) => ({
    ...row,
    createdAt: dateOf(row.createdAt),
    eventAt: dateOf(row.eventAt),
    now: dateOf(row.now),
  }));
  return { claimed: found.filter((row) => !row.blocked), blocked: found.filter((row) => row.blocked) };
}

type Row = ClaimedDelivery & { blocked: boolean };

/** Of every tenant: this is the work of the service and of no caller. Partitions of times to come hold nothing. */
const open = `d.status in ('PENDING', 'RETRYING') and d.created_at < now() + interval '1 day'`;

/** For a row that is looked up by its key: said like this, no index of what is open looks like a way to it. */
export const stillOpen = `d.status not in ('SUCCESS', 'FAILED', 'HELD', 'CANCELLED')`;

const text = `
with recursive queues as (
  (select d.org_id, d.webhook_id from deliveries d where ${open} order by d.org_id, d.webhook_id limit 1)
  union all
  select next.org_id, next.webhook_id
    from queues q, lateral (
      select d.org_id, d.webhook_id from deliveries d
       where ${open} and (d.org_id, d.webhook_id) > (q.org_id, q.webhook_id)
       order by d.org_id, d.webhook_id limit 1) as next
), due as materialized (
  select d.*, w.ordered, w.slots
    from queues q
    cross join lateral (
      select w.ordering = 'PER_RESOURCE' as ordered,
             case when w.failing_since is null then $3::int else $4::int end as slots,
             coalesce((select s.sends from unnest($1::text[], $2::int[]) as s (webhook_id, sends)
                        where s.webhook_id = w.id), 0) as sends
        from webhooks w where w.org_id = q.org_id and w.id = q.webhook_id and w.status = 'ACTIVE' offset 0) as w
    cross join lateral (
      select d.*, row_number() over (order by d.next_attempt_at, d.position) as place
        from (select d.org_id, d.webhook_id, d.id, d.created_at, d.resource_id, d.next_attempt_at, d.position
                from deliveries d
               where ${open} and d.org_id = q.org_id and d.webhook_id = q.webhook_id
                 and d.next_attempt_at <= now() and (d.claimed_until is null or d.claimed_until <= now())
               order by d.next_attempt_at, d.position limit $3::int) as d) as d
   where d.place <= w.slots - w.sends
   order by d.next_attempt_at, d.position
   limit $5::int
), judged as materialized (
  select d.*, d.ordered and exists (
           select from deliveries e
            where e.org_id = d.org_id and e.webhook_id = d.webhook_id and e.resource_id = d.resource_id
              and e.position < d.position and e.status in ('PENDING', 'RETRYING', 'HELD')) as blocked
    from due d
), locked as materialized (
  select d.org_id, d.id, d.created_at, j.ordered, j.slots
    from judged j join deliveries d on d.org_id = j.org_id and d.id = j.id and d.created_at = j.created_at
   where not j.blocked and ${stillOpen}
     and d.next_attempt_at <= now() and (d.claimed_until is null or d.claimed_until <= now())
     for no key update of d skip locked
), claimed as (
  update deliveries d set claimed_until = now() + $6::int * interval '1 second'
    from locked l where d.org_id = l.org_id and d.id = l.id and d.created_at = l.created_at
  returning d.*, l.ordered, l.slots
)
select c.org_id as "orgId", c.id, c.created_at as "createdAt", c.attempts, c.ordered,
       extract(epoch from now() - c.next_attempt_at)::float8 as "lateSeconds",
       c.webhook_id as "webhookId", w.url, w.secret,
       case when w.previous_secret_expires_at > now() then w.previous_secret end as "previousSecret", c.slots,
       c.event_id as "eventId", c.event_type as "eventType", c.event_at as "eventAt", e.data, now() as now,
       false as blocked
  from claimed c
  join webhooks w on w.org_id = c.org_id and w.id = c.webhook_id
  left join events e on e.org_id = c.org_id and e.id = c.event_id and e.created_at = c.event_at
union all
select org_id, id, created_at, 0, true, 0, webhook_id, '', '', null, slots, '', '', created_at, null, now(), true
  from judged where blocked`;
