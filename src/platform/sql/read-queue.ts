import type { Pool } from 'pg';
import { failuresToPause } from './claim-tenant-jobs.ts';

/** How the jobs of one class stand: house-keeping, or a class of jobs that tenants ask for. */
export interface QueueStats {
  class: 'housekeeping' | 'mail' | 'call' | 'work';
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
  const { rows: queues } = await pool.query<QueueStats & { failingAddresses: number }>({
    name: 'read-queue',
    text,
  });
  return { queues, failingAddresses: queues[0]?.failingAddresses ?? 0 };
}

// The alarm clocks of house-keeping are the only jobs of the worker's own table.
const text = `
with failing as materialized (
  select org_id, address, retry_at from failing_addresses where failures >= ${failuresToPause}
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
  from (values ('housekeeping'), ('mail'), ('call'), ('work')) as c (class) left join jobs j on j.class = c.class
 group by c.class`;
