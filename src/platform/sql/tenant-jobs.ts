import type { Pool } from 'pg';
import { named, numbered, shared, type Shared, sql, type Sql } from '../../lib/sql.ts';
import { dueQueues } from './due-queues.ts';
import { walkQueues } from './transactions.ts';

/** A job that this process runs now. */
export interface TenantJob {
  orgId: string;
  id: string;
  task: string;
  payload: unknown;
  /** The address that the job calls; empty if it calls none. */
  address: string;
  /** Attempts, with this one. */
  attempts: number;
  maxAttempts: number;
  /** Another claim of the job has another lease. */
  lease: string;
  /** Whether its organization is suspended or closed, so that it must not run. */
  isStopped: boolean;
}

export interface TenantJobClaim {
  class: string;
  /** Places of this process that are free: a claim takes at most so many. */
  free: number;
  /** Jobs of the class that this process runs already. */
  running: readonly Pick<TenantJob, 'orgId' | 'address'>[];
  /** Jobs of one tenant at one address that one process runs at a time. */
  perAddress: number;
}

/** The process renews its leases while it lives; what a dead process had claimed is run by another after this time. */
export const leaseSeconds = 60;

/** Failures in a row after which an address of a tenant gets single calls, with pauses between them. */
const failuresToPause = 3;

/**
 * The queue of jobs that tell of the end of an organization. They run although the organization is suspended. All its other jobs are
 * set aside until it is resumed (`setAside`), and no attempt of them counts.
 */
export const queueOfEnds = 'end of the organization';

/**
 * Takes jobs of one class that are due. Tenants take turns, and a tenant holds at most as many places as are free
 * (docs/decisions/0036-places-are-shared.md). The statement steps from queue to queue and reads only the start of each:
 * a backlog of one tenant, or of an address that does not answer, costs the others nothing.
 */
export async function claimTenantJobs(
  pool: Pick<Pool, 'connect'>,
  claim: TenantJobClaim,
): Promise<TenantJob[]> {
  return walkQueues<TenantJob>(pool, named('claim-tenant-jobs', claimed(claim)));
}

const isDue = sql`j.given_up_at is null and j.due_at <= now() and (j.leased_until is null or j.leased_until <= now())`;

function claimed(asked: TenantJobClaim): Sql {
  const [name, free, perAddress] = [shared(asked.class), shared(asked.free), shared(asked.perAddress)];
  const tenants = asked.running.map(({ orgId }) => orgId);
  const addresses = asked.running.map(({ address }) => address);
  const queuesWithDue = dueQueues({
    from: 'tenant_jobs j',
    key: ['j.org_id', 'j.address'],
    time: 'j.due_at',
    where: sql`j.class = ${name} and j.given_up_at is null`,
  });
  return sql`
with recursive ${queuesWithDue}, running as materialized (
  select r.org_id, r.address from unnest(${tenants}::text[], ${addresses}::text[]) as r (org_id, address)
), room as (
  select j.org_id, j.id, j.due_at,
         row_number() over (partition by j.org_id order by a.busy + j.place, j.due_at, j.id) as tenant_place
    from queues q
    cross join lateral (
      select (select count(*) from running r where r.org_id = q.org_id and r.address = q.name) as busy,
             coalesce((select case when f.retry_at > now() then 0 else 1 end from failing_addresses f
                        where f.org_id = q.org_id and f.address = q.name and f.failures >= ${failuresToPause}::int),
                      ${perAddress}::int) as slots
      offset 0) as a
    cross join lateral (
      select j.*, row_number() over (order by j.due_at, j.id) as place
        from (select j.org_id, j.id, j.due_at from tenant_jobs j
               where j.class = ${name} and j.org_id = q.org_id and j.address = q.name and ${isDue}
               order by j.due_at, j.id limit ${perAddress}::int) as j) as j
   where j.place <= a.slots - a.busy
), turns as (
  select d.*, row_number() over (order by d.held, d.due_at, d.id) as turn
    from (select d.org_id, d.id, d.due_at,
                 d.tenant_place + (select count(*) from running r where r.org_id = d.org_id) as held
            from room d) as d
), due as materialized (
  select d.org_id, d.id from turns d where d.held <= ${free}::int - d.turn + 1
   order by d.held, d.due_at, d.id limit ${free}::int
), locked as materialized (
  select j.org_id, j.id from due d join tenant_jobs j on j.org_id = d.org_id and j.id = d.id
   where ${isDue} for no key update of j skip locked
)
update tenant_jobs j
   set attempts = j.attempts + 1, lease = gen_random_uuid(), leased_until = now() + ${leaseSeconds}::int * interval '1 second'
  from locked l where j.org_id = l.org_id and j.id = l.id
returning j.org_id as "orgId", j.id, j.task, j.payload, j.address, j.attempts, j.max_attempts as "maxAttempts", j.lease,
       j.address <> ${queueOfEnds} and exists (select from tenants t where t.id = j.org_id and t.suspended_at is not null) as "isStopped"`;
}

// A job that is set aside is due so much later. So it is not due, its queue keeps its order, and the time that it had comes back.
const aside = sql`interval '1000 years'`;
/** Whether a job is set aside. @param j the alias of the table */
export const isAside = (j: Sql): Sql => sql`${j}.due_at > now() + interval '500 years'`;

/** Jobs that one statement sets aside, of one queue, or that one statement brings back. */
const blockOfJobs = 1_000;

/**
 * Sets jobs of suspended organizations aside, with others of their queues that are due. If they stayed due, each claim would look at them
 * again. The lock of the tenant keeps a resumption from coming between the look at it and the change. Its jobs would wait without an end.
 * @param jobs that were claimed, of one class
 * @returns those of `jobs` whose organization was resumed meanwhile. They may run
 */
export async function setAside(
  pool: Pick<Pool, 'connect'>,
  name: string,
  jobs: readonly TenantJob[],
): Promise<TenantJob[]> {
  const rows = await walkQueues<{ orgId: string }>(pool, settingAside(name, jobs));
  // A job whose row another statement holds stays leased. Its next claim sets it aside.
  const stopped = new Set(rows.map(({ orgId }) => orgId));
  return jobs.filter(({ orgId }) => !stopped.has(orgId));
}

const settingAside = (name: string, jobs: readonly TenantJob[]): Sql => {
  const leases = shared(jobs.map(({ lease }) => lease));
  return sql`
with stopped as materialized (
  select t.id from tenants t where t.id = any (${jobs.map(({ orgId }) => orgId)}::text[]) and t.suspended_at is not null
   order by t.id for share
), queues as materialized (
  select distinct q.org_id, q.address
    from unnest(${jobs.map(({ orgId }) => orgId)}::text[], ${jobs.map(({ address }) => address)}::text[]) as q (org_id, address)
    join stopped s on s.id = q.org_id
), waiting as materialized (
  select w.org_id, w.id, w.is_claimed
    from queues q
    cross join lateral (
      select j.org_id, j.id, coalesce(j.lease = any (${leases}::uuid[]), false) as is_claimed from tenant_jobs j
       where j.class = ${name} and j.org_id = q.org_id and j.address = q.address and j.given_up_at is null and j.due_at <= now()
         and (j.leased_until is null or j.leased_until <= now() or j.lease = any (${leases}::uuid[]))
       order by j.due_at, j.id limit ${blockOfJobs}::int for no key update skip locked) as w
), changed as (
  update tenant_jobs j
     set due_at = j.due_at + ${aside}, attempts = j.attempts - w.is_claimed::int, lease = null, leased_until = null
    from waiting w where j.org_id = w.org_id and j.id = w.id
)
select id as "orgId" from stopped`;
};

/**
 * Makes jobs of a tenant due again that were set aside, the oldest first, with the times that they had. Their seven days begin again, or the
 * clean-up would give them up.
 * @param after the id of the last job of the block before; `0` at the beginning
 * @returns the id of the last job of this block; undefined if there is none
 */
export async function bringBack(pool: Pool, orgId: string, after: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ last: string | null }>(numbered(bringingBack(orgId, after)));
  return rows[0]?.last ?? undefined;
}

const bringingBack = (orgId: string, after: string): Sql => sql`
with kept as materialized (
  select j.org_id, j.id from tenant_jobs j
   where j.org_id = ${orgId} and j.id > ${after}::bigint and ${isAside(sql`j`)} and j.given_up_at is null
   order by j.org_id, j.id limit ${blockOfJobs}::int for no key update
), back as (
  update tenant_jobs j set due_at = j.due_at - ${aside}, created_at = now() from kept k where j.org_id = k.org_id and j.id = k.id
  returning j.id
)
select max(id)::text as last, pg_notify('keyward_jobs', '') from back`;

type Claimed = Pick<TenantJob, 'orgId' | 'id' | 'lease' | 'address'>;

/** Removes a job that is done. One that was asked for again while it ran stays, and runs again. */
export async function removeTenantJob(pool: Pool, { orgId, id, lease, address }: Claimed): Promise<void> {
  const tenant = shared(orgId);
  const removal = sql`
with answered as (delete from failing_addresses where org_id = ${tenant} and address = ${address}::text)
delete from tenant_jobs where org_id = ${tenant} and id = ${id} and lease = ${lease}`;
  await pool.query(numbered(named('remove-tenant-job', removal)));
}

/**
 * Lets a job that failed wait for its next attempt: e, e², e³ seconds and so on, at most six hours. After the last attempt
 * it is given up and kept for 30 days. The address that the job called gets a pause after some failures in a row. Mails have no address but
 * the name of their queue, where one dead mailbox must not stop the mails to others.
 * @param reason without secrets and personal data
 * @param unitMs the wait before the next attempt is e, e², e³ times it, in milliseconds
 * @returns whether the job was given up, and whether this failure is the one that pauses its address
 */
export async function postponeTenantJob(
  pool: Pool,
  job: Claimed,
  reason: string,
  unitMs = 1_000,
): Promise<{ givenUp: boolean; pausesAddress: boolean }> {
  const { rows } = await pool.query<{ givenUp: boolean; pausesAddress: boolean }>(
    numbered(named('postpone-tenant-job', postponement(job, reason.slice(0, 1_000), unitMs))),
  );
  return rows[0] ?? { givenUp: false, pausesAddress: false };
}

function postponement({ id, lease, ...job }: Claimed, reason: string, unitMs: number): Sql {
  const [orgId, address, most] = [shared(job.orgId), shared(job.address), shared(failuresToPause)];
  return sql`
with failed as (
  update tenant_jobs
     set last_error = ${reason}, lease = null, leased_until = null,
         due_at = now() + exp(least(attempts, 10)) * ${unitMs}::float8 * interval '1 millisecond',
         given_up_at = case when attempts >= max_attempts then now() end
   where org_id = ${orgId} and id = ${id} and lease = ${lease}
  returning class, given_up_at is not null as given_up
), counted as (
  insert into failing_addresses as f (org_id, address, failures, retry_at)
  select ${orgId}, ${address}::text, 1, now() from failed where ${address}::text <> '' and class <> 'mail'
  on conflict (org_id, address) do update
     set failures = f.failures + 1,
         retry_at = now() + least(600, 10 * 2 ^ least(f.failures + 1 - ${most}::int, 10)) * interval '1 second'
  returning failures
)
select given_up as "givenUp", coalesce((select failures = ${most}::int from counted), false) as "pausesAddress" from failed`;
}

/** Keeps jobs from being taken by another process while this one runs them. */
export async function renewTenantJobs(pool: Pool, jobs: readonly Claimed[]): Promise<void> {
  await pool.query(numbered(named('renew-tenant-jobs', renewal(jobs))));
}

const renewal = (jobs: readonly Claimed[]): Sql => sql`
update tenant_jobs j set leased_until = now() + ${leaseSeconds}::int * interval '1 second'
  from unnest(${jobs.map(({ orgId }) => orgId)}::text[], ${jobs.map(({ id }) => id)}::bigint[],
              ${jobs.map(({ lease }) => lease)}::uuid[]) as r (org_id, id, lease)
 where j.org_id = r.org_id and j.id = r.id and j.lease = r.lease`;

/** Puts a job of a tenant, which was found among the house-keeping, into the queues of tenants. */
export async function handOver(
  pool: Pool,
  job: { class: string; task: string; payload: unknown },
): Promise<void> {
  await pool.query(numbered(addition(job.class, job.task, shared(JSON.stringify(job.payload)))));
}

const addition = (name: string, task: string, payload: Shared): Sql => sql`
with added as (
  insert into tenant_jobs (org_id, class, task, payload, max_attempts)
  select ${payload}::jsonb ->> 'orgId', ${name}, ${task}, ${payload}::jsonb, 25
   where exists (select from tenants t where t.id = ${payload}::jsonb ->> 'orgId')
  returning 1
)
select pg_notify('keyward_jobs', '') from added`;

/** Which places a task takes: for mails, for calls to addresses of strangers, for work in the database, or for back-tests. */
export const jobClasses = ['mail', 'call', 'work', 'replay'] as const;
export type JobClass = (typeof jobClasses)[number];

/** How the jobs of one class stand: house-keeping, or a class of jobs that tenants ask for. */
export interface QueueStats {
  class: 'housekeeping' | JobClass;
  /** Jobs that could run now. */
  ready: number;
  /** Jobs that wait for their time. */
  scheduled: number;
  /** Jobs that will not be tried again. */
  failed: number;
  /** How long the oldest ready job has waited, of those that do not wait for an address that fails. */
  lagSeconds: number;
}

export interface WorkerStats {
  queues: QueueStats[];
  /** Addresses of tenants that failed several times in a row; they get single calls, with pauses between them. */
  failingAddresses: number;
}

/** Reads how the queues of jobs stand. */
export async function readQueue(pool: Pool): Promise<WorkerStats> {
  const { rows: queues } = await pool.query<QueueStats & { failingAddresses: number }>(
    numbered(named('read-queue', standing)),
  );
  return { queues, failingAddresses: queues[0]?.failingAddresses ?? 0 };
}

const classes = ['housekeeping', ...jobClasses].map((name) => `('${name}')`).join(', ');

// The alarm clocks of house-keeping are the only jobs of the worker's own table. Jobs that are set aside count as scheduled.
const standing = sql`
with failing as materialized (
  select org_id, address, retry_at from failing_addresses where failures >= ${sql.raw(`${failuresToPause}`)}
), jobs as (
  select 'housekeeping' as class, run_at as due_at, locked_at is not null as runs, attempts >= max_attempts as failed
    from graphile_worker.jobs
  union all
  select j.class, j.due_at, j.leased_until > now() or f.retry_at > now(), false
    from tenant_jobs j left join failing f on f.org_id = j.org_id and f.address = j.address
   where j.given_up_at is null
  union all
  select j.class, j.due_at, false, true from tenant_jobs j where j.given_up_at is not null
)
select c.class, count(*) filter (where not j.failed and j.due_at <= now())::int as ready,
       count(*) filter (where not j.failed and j.due_at > now())::int as scheduled,
       count(*) filter (where j.failed)::int as failed,
       coalesce(extract(epoch from now() - min(j.due_at)
         filter (where not j.failed and j.runs is not true and j.due_at <= now())), 0)::float8 as "lagSeconds",
       (select count(*) from failing)::int as "failingAddresses"
  from (values ${sql.raw(classes)}) as c (class) left join jobs j on j.class = c.class
 group by c.class`;
