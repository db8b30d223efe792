import type { Pool } from 'pg';
import { dateOf } from '../../lib/rows.ts';
import { walkQueues } from '../../platform/sql/walk-queues.ts';

/** What an attempt needs to know of a delivery. */
export interface ClaimedDelivery {
  orgId: string;
  id: string;
  createdAt: Date;
  /** Attempts that were made. */
  attempts: number;
  /** When the lease ends: nobody else has the same one. */
  claimedUntil: Date;
  /** Whether it waits for others of its resource, and others for it. */
  ordered: boolean;
  /** For how many seconds it could have been sent. */
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
}

export interface ClaimOptions {
  /** Places of this process that are free: a claim takes at most so many deliveries, of all webhooks. */
  most: number;
  /** What this process sends already, by webhook. */
  sending: ReadonlyMap<string, number>;
  /** Attempts of one webhook that one process makes at a time. */
  slots: number;
  /** What this process sends already, by tenant. A tenant takes a place only while it holds fewer than are free. */
  sendingOfTenants: ReadonlyMap<string, number>;
  /** As `slots`, for a webhook whose last attempt failed, so that many that hang leave room for those that answer. */
  failingSlots: number;
}

/** Longer than an attempt lasts; what a process had claimed that died is sent by another one when this is over. */
export const leaseSeconds = 60;

/**
 * Takes deliveries that are due, the oldest of each webhook first, so that nobody else sends them while the lease lasts.
 * When there is not room for all, tenants have their turns, and the webhooks of each: what one has had waiting for long
 * is before nobody else's. A tenant holds at most as many places as it leaves free (docs/decisions/0036-places-are-shared.md).
 * It looks at one queue after the other and at no more of each than has room: neither what a slow webhook has waiting
 * nor what is finished costs anything.
 *
 * @returns what to send, and what stands in the way because it must wait for another (see `parkDeliveries`)
 */
export async function claimDeliveries(
  pool: Pool,
  { most, sending, slots, failingSlots, sendingOfTenants }: ClaimOptions,
): Promise<{ claimed: ClaimedDelivery[]; blocked: DeliveryKey[] }> {
  const rows = await walkQueues<Row>(pool, {
    name: 'claim-deliveries',
    text,
    values: [
      [...sending.keys()],
      [...sending.values()],
      slots,
      failingSlots,
      most,
      leaseSeconds,
      [...sendingOfTenants.keys()],
      [...sendingOfTenants.values()],
    ],
  });
  const found = rows.map((row) => ({
    ...row,
    createdAt: dateOf(row.createdAt),
    claimedUntil: dateOf(row.claimedUntil),
    eventAt: dateOf(row.eventAt),
    now: dateOf(row.now),
  }));
  return { claimed: found.filter((row) => !row.blocked), blocked: found.filter((row) => row.blocked) };
}

type Row = ClaimedDelivery & { blocked: boolean };

/**
 * Partitions of times to come hold nothing. This is all that tells the partitions of what is locked or changed, and never
 * `created_at = x.created_at`: Postgres 18 (18.4 is the latest we know) then picks partitions row by row, with memory that
 * is gone once any row of the statement was changed by somebody else meanwhile, and crashes with all its sessions
 * (test/queries/concurrent-deliveries.test.ts). The id alone finds a delivery.
 */
export const notToCome = `d.created_at < now() + interval '1 day'`;

/** Of every tenant: this is the work of the service and of no caller. */
export const open = `d.status in ('PENDING', 'RETRYING') and d.next_attempt_at is not null and ${notToCome}`;

/** Whether it could be sent now, and nobody else has claimed it. */
export const dueNow = `d.next_attempt_at <= now() and (d.claimed_until is null or d.claimed_until <= now())`;

/** Webhooks that something is owed to, as the recursive query `queues`: one step in an index for each (`walkQueues`). */
export const dueQueues = `queues as (
  (select d.org_id, d.webhook_id from deliveries d where ${open} order by d.org_id, d.webhook_id limit 1)
  union all
  select next.org_id, next.webhook_id
    from queues q, lateral (
      select d.org_id, d.webhook_id from deliveries d
       where ${open} and (d.org_id, d.webhook_id) > (q.org_id, q.webhook_id)
       order by d.org_id, d.webhook_id limit 1) as next
)`;

/** For a row that is looked up by its key: said like this, no index of what is open looks like a way to it. */
export const stillOpen = `d.status not in ('SUCCESS', 'FAILED', 'CANCELLED')`;

const text = `
with recursive ${dueQueues}, room as (
  select d.*, w.ordered, w.slots,
         row_number() over (partition by d.org_id order by w.sends + d.place, d.next_attempt_at, d.position)
           as tenant_place
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
                 and ${dueNow}
               order by d.next_attempt_at, d.position limit $3::int) as d) as d
   where d.place <= w.slots - w.sends
), turns as (
  select d.*, row_number() over (order by d.held, d.next_attempt_at, d.position) as turn
    from (select d.*, coalesce(t.sends, 0) + d.tenant_place as held
            from room d
            left join unnest($7::text[], $8::int[]) as t (org_id, sends) on t.org_id = d.org_id) as d
), due as materialized (
  select d.* from turns d where d.held <= $5::int - d.turn + 1
   order by d.held, d.next_attempt_at, d.position limit $5::int
), judged as materialized (
  select d.*, d.ordered and exists (
           select from deliveries e
            where e.org_id = d.org_id and e.webhook_id = d.webhook_id and e.resource_id = d.resource_id
              and e.position < d.position and e.status in ('PENDING', 'RETRYING')) as blocked
    from due d
), locked as materialized (
  select d.org_id, d.id, d.created_at, j.ordered, j.slots
    from judged j join deliveries d on d.org_id = j.org_id and d.id = j.id and ${notToCome}
   where not j.blocked and ${stillOpen}
     and ${dueNow}
     for no key update of d skip locked
), claimed as (
  update deliveries d set claimed_until = now() + $6::int * interval '1 second'
    from locked l where d.org_id = l.org_id and d.id = l.id and ${notToCome}
  returning d.*, l.ordered, l.slots
)
select c.org_id as "orgId", c.id, c.created_at as "createdAt", c.attempts, c.claimed_until as "claimedUntil", c.ordered,
       extract(epoch from now() - greatest(c.next_attempt_at, w.updated_at))::float8 as "lateSeconds",
       c.webhook_id as "webhookId", w.url, w.secret,
       case when w.previous_secret_expires_at > now() then w.previous_secret end as "previousSecret", c.slots,
       c.event_id as "eventId", c.event_type as "eventType", c.event_at as "eventAt", e.data, now() as now,
       false as blocked
  from claimed c
  join webhooks w on w.org_id = c.org_id and w.id = c.webhook_id
  left join events e on e.org_id = c.org_id and e.id = c.event_id and e.created_at = c.event_at
union all
select org_id, id, created_at, 0, now(), true, 0, webhook_id, '', '', null, slots, '', '', created_at, null, now(), true
  from judged where blocked`;
