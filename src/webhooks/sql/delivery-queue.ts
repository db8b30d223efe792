import type { Pool } from 'pg';
import { dateOf } from '../../lib/rows.ts';
import { named, numbered, shared, sql, type Sql } from '../../lib/sql.ts';
import { dueQueues } from '../../platform/sql/due-queues.ts';
import { walkQueues } from '../../platform/sql/transactions.ts';
import type { Tx } from '../../platform/tx.ts';

/** A claimed delivery, with all that an attempt needs. */
export interface ClaimedDelivery {
  orgId: string;
  id: string;
  createdAt: Date;
  /** Attempts that were made. */
  attempts: number;
  /** When the lease ends. No other claim has the same time. */
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
  /** The numbers of deliveries that this process sends already, by webhook. */
  sending: ReadonlyMap<string, number>;
  /** Attempts of one webhook that one process makes at a time. */
  slots: number;
  /**
   * The numbers of deliveries that this process sends already, by tenant. A tenant takes a place only while the
   * tenant holds fewer than are free.
   */
  sendingOfTenants: ReadonlyMap<string, number>;
  /** As `slots`, for a webhook whose last attempt failed, so that many that hang leave room for those that answer. */
  failingSlots: number;
  /** Where the claim before this one was cut, in the same round. */
  after?: QueueName | undefined;
}

/** Names the deliveries of one webhook. */
export interface QueueName {
  orgId: string;
  webhookId: string;
}

/**
 * Queues with something due that one claim looks at. If there are more, the next claims go on behind them. A claim then costs the same
 * with any number of due deliveries, and each round comes to every webhook.
 */
export const queuesOfClaim = 256;

/** Longer than an attempt lasts; what a process had claimed that died is sent by another one when this is over. */
export const leaseSeconds = 60;

/**
 * Takes deliveries that are due, the oldest of each webhook first, so that no other node sends them while the lease
 * lasts. If there is not room for all, tenants take turns, and so do the webhooks of each. A tenant's old backlog does
 * not go before the deliveries of other tenants. A tenant holds at most as many places as it leaves free
 * (docs/decisions/0036-places-are-shared.md). The claim looks at one queue after the other, and at no more of each than
 * has room. The backlog of a slow webhook and finished deliveries therefore cost nothing.
 *
 * @returns what to send, and what stands in the way because it must wait for another (see `parkDeliveries`). `next` is set if the
 * claim was cut ({@link queuesOfClaim}). The next one needs it as `after`.
 */
export async function claimDeliveries(
  pool: Pool,
  options: ClaimOptions,
): Promise<{ claimed: ClaimedDelivery[]; blocked: DeliveryKey[]; next: QueueName | undefined }> {
  const rows = await walkQueues<Row>(pool, named('claim-deliveries', claim(options)));
  const found = rows.map((row) => ({
    ...row,
    createdAt: dateOf(row.createdAt),
    claimedUntil: dateOf(row.claimedUntil),
    eventAt: dateOf(row.eventAt),
    now: dateOf(row.now),
  }));
  return {
    claimed: found.filter((row) => row.what === 'CLAIMED'),
    blocked: found.filter((row) => row.what === 'BLOCKED'),
    next: found.find((row) => row.what === 'CUT'),
  };
}

type Row = ClaimedDelivery & { what: 'CLAIMED' | 'BLOCKED' | 'CUT' };

/**
 * Excludes partitions of times to come, which hold nothing. Statements that lock or change rows use only this condition
 * on partitions, and never `created_at = x.created_at`. With that condition, Postgres 18 (18.4 is the latest we know)
 * picks partitions row by row. Its memory for this is gone once another transaction has changed any row of the
 * statement meanwhile. Postgres then crashes with all its sessions
 * (test/webhooks/queries/concurrent-deliveries.test.ts). The id alone finds a delivery.
 */
export const notToCome = sql`d.created_at < now() + interval '1 day'`;

/** Selects open deliveries of every tenant, because the work belongs to the service and not to a caller. */
const open = sql`d.status in ('PENDING', 'RETRYING') and d.next_attempt_at is not null and ${notToCome}`;

/** Selects deliveries that could be sent now and that no other node has claimed. */
const dueNow = sql`d.next_attempt_at <= now() and (d.claimed_until is null or d.claimed_until <= now())`;

const queues = {
  from: 'deliveries d',
  key: ['d.org_id', 'd.webhook_id'],
  time: 'd.next_attempt_at',
  where: open,
} as const;

/** Webhooks that something is owed to now, as the recursive query `queues`. */
const webhooksWithDue = dueQueues(queues);

const someWithDue = (after: QueueName | undefined): Sql =>
  dueQueues({
    ...queues,
    bound: { after: [after?.orgId ?? '', after?.webhookId ?? ''], steps: queuesOfClaim },
  });

/** For a row that is looked up by its key: said like this, no index of what is open looks like a way to it. */
export const stillOpen = sql`d.status not in ('SUCCESS', 'FAILED', 'CANCELLED')`;

/** Deliveries of a suspended organization wait until it is resumed. */
const isServing = sql`exists (select from tenants t where t.id = q.org_id and t.suspended_at is null)`;

function claim({ most, sending, slots, failingSlots, sendingOfTenants, after }: ClaimOptions): Sql {
  const [allSlots, places] = [shared(slots), shared(most)];
  return sql`
with recursive ${someWithDue(after)}, room as (
  select d.*, w.ordered, w.slots,
         row_number() over (partition by d.org_id order by w.sends + d.place, d.next_attempt_at, d.position)
           as tenant_place
    from queues q
    cross join lateral (
      select w.ordering = 'PER_RESOURCE' as ordered,
             case when w.failing_since is null then ${allSlots}::int else ${failingSlots}::int end as slots,
             coalesce((select s.sends
                         from unnest(${[...sending.keys()]}::text[], ${[...sending.values()]}::int[]) as s (webhook_id, sends)
                        where s.webhook_id = w.id), 0) as sends
        from webhooks w
       where w.org_id = q.org_id and w.id = q.name and w.status = 'ACTIVE' and ${isServing} offset 0) as w
    cross join lateral (
      select d.*, row_number() over (order by d.next_attempt_at, d.position) as place
        from (select d.org_id, d.webhook_id, d.id, d.created_at, d.resource_id, d.next_attempt_at, d.position
                from deliveries d
               where ${open} and d.org_id = q.org_id and d.webhook_id = q.name
                 and ${dueNow}
               order by d.next_attempt_at, d.position limit ${allSlots}::int) as d) as d
   where d.place <= w.slots - w.sends
), turns as (
  select d.*, row_number() over (order by d.held, d.next_attempt_at, d.position) as turn
    from (select d.*, coalesce(t.sends, 0) + d.tenant_place as held
            from room d
            left join unnest(${[...sendingOfTenants.keys()]}::text[], ${[...sendingOfTenants.values()]}::int[])
                   as t (org_id, sends) on t.org_id = d.org_id) as d
), due as materialized (
  select d.* from turns d where d.held <= ${places}::int - d.turn + 1
   order by d.held, d.next_attempt_at, d.position limit ${places}::int
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
  update deliveries d set claimed_until = now() + ${leaseSeconds}::int * interval '1 second'
    from locked l where d.org_id = l.org_id and d.id = l.id and ${notToCome}
  returning d.*, l.ordered, l.slots
)
select c.org_id as "orgId", c.id, c.created_at as "createdAt", c.attempts, c.claimed_until as "claimedUntil", c.ordered,
       extract(epoch from now() - greatest(c.next_attempt_at, w.updated_at))::float8 as "lateSeconds",
       c.webhook_id as "webhookId", w.url, w.secret,
       case when w.previous_secret_expires_at > now() then w.previous_secret end as "previousSecret", c.slots,
       c.event_id as "eventId", c.event_type as "eventType", c.event_at as "eventAt", e.data, now() as now,
       'CLAIMED' as what
  from claimed c
  join webhooks w on w.org_id = c.org_id and w.id = c.webhook_id
  left join events e on e.org_id = c.org_id and e.id = c.event_id and e.created_at = c.event_at
union all
select org_id, id, created_at, 0, now(), true, 0, webhook_id, '', '', null, slots, '', '', created_at, null, now(), 'BLOCKED'
  from judged where blocked
union all
select org_id, '', now(), 0, now(), false, 0, name, '', '', null, 0, '', '', now(), null, now(), 'CUT'
  from walk where step = ${sql.raw(String(queuesOfClaim))}`;
}

/**
 * Takes deliveries out of the due ones if they must wait for an earlier one of their resource. They wait until the
 * earlier one is finished and `recordAttempts` calls the next. The earlier one is locked, so that the node that
 * finishes it then sees the waiting ones. If another statement holds either, nothing is parked and the next claim finds
 * the delivery due. To wait would deadlock with `settleDeliveries`, which locks both in another order.
 */
export async function parkDeliveries(pool: Pool, blocked: readonly DeliveryKey[]): Promise<void> {
  await pool.query(numbered(named('park-deliveries', park(blocked))));
}

const park = (blocked: readonly DeliveryKey[]): Sql => sql`
with waiting as materialized (
  select d.org_id, d.id, first.id as first_id
    from unnest(${blocked.map((b) => b.orgId)}::text[], ${blocked.map((b) => b.id)}::text[]) as asked (org_id, id)
    join deliveries d on d.org_id = asked.org_id and d.id = asked.id and ${notToCome}
    cross join lateral (
      select f.id from deliveries f
       where f.org_id = d.org_id and f.webhook_id = d.webhook_id and f.resource_id = d.resource_id
         and f.position < d.position and f.status in ('PENDING', 'RETRYING')
       order by f.position limit 1) as first
), ahead as materialized (
  select d.org_id, d.id
    from (select distinct org_id, first_id as id from waiting) as w
    join deliveries d on d.org_id = w.org_id and d.id = w.id and ${notToCome}
   where ${stillOpen}
     for no key update of d skip locked
), parked as materialized (
  select d.org_id, d.id
    from waiting w
    join ahead a on a.org_id = w.org_id and a.id = w.first_id
    join deliveries d on d.org_id = w.org_id and d.id = w.id and ${notToCome}
   where ${stillOpen}
     for no key update of d skip locked
)
update deliveries d set next_attempt_at = 'infinity'
  from parked p
 where d.org_id = p.org_id and d.id = p.id and ${notToCome}`;

/**
 * Makes deliveries due that wait for others of their resource (see `parkDeliveries`), for a webhook that is no longer
 * ordered. If there are very many, `settleDeliveries` calls the rest, because the webhook's row is locked meanwhile.
 */
export async function unparkDeliveries(tx: Tx, orgId: string, webhookId: string): Promise<void> {
  await tx.run(unpark(orgId, webhookId));
}

const unpark = (orgId: string, webhookId: string): Sql => sql`
update deliveries d set next_attempt_at = now()
  from (select d.org_id, d.id from deliveries d
         where d.org_id = ${orgId} and d.webhook_id = ${webhookId} and d.status in ('PENDING', 'RETRYING')
           and d.next_attempt_at = 'infinity'
         order by d.position limit 5000 for no key update skip locked) as parked
 where d.org_id = parked.org_id and d.id = parked.id and ${notToCome}`;

/** Gives back what was claimed and not tried, so that another process need not wait for the end of the lease. */
export async function releaseDeliveries(pool: Pool, deliveries: readonly ClaimedKey[]): Promise<void> {
  await pool.query(numbered(release(deliveries)));
}

type ClaimedKey = DeliveryKey & { claimedUntil: Date };

const release = (claimed: readonly ClaimedKey[]): Sql => sql`
update deliveries d set claimed_until = null
  from unnest(${claimed.map((d) => d.orgId)}::text[], ${claimed.map((d) => d.id)}::text[],
              ${claimed.map((d) => d.claimedUntil)}::timestamptz[]) as given (org_id, id, claimed_until)
 where d.org_id = given.org_id and d.id = given.id and ${notToCome}
   and d.claimed_until = given.claimed_until`;

/**
 * Returns for how many seconds the oldest due delivery without a sender has waited; 0 when there is none. It looks only
 * at the start of each queue, so backlogs and finished deliveries do not make it slow.
 */
export async function readDeliveryLag(pool: Pool): Promise<number> {
  const rows = await walkQueues<{ seconds: number }>(pool, named('read-delivery-lag', lag));
  return rows[0]?.seconds ?? 0;
}

// A webhook that is resumed is not to blame for the time it was paused.
const lag = sql`
with recursive ${webhooksWithDue}
select coalesce(extract(epoch from now() - min(d.since)), 0)::float8 as seconds
  from queues q
  join webhooks w on w.org_id = q.org_id and w.id = q.name and w.status = 'ACTIVE' and ${isServing}
  cross join lateral (
    select greatest(d.next_attempt_at, w.updated_at) as since from deliveries d
     where d.org_id = q.org_id and d.webhook_id = q.name and ${open} and ${dueNow}
     order by d.next_attempt_at, d.position limit 1) as d`;

/** Notifies the deliverers, when this transaction commits, that a delivery is due. */
export async function wakeDeliverer(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_notify('keyward_deliveries', '')`);
}
