import type { Pool } from 'pg';

export interface WorkerStats {
  /** Jobs that could run now. */
  ready: number;
  /** Jobs that wait for their time. */
  scheduled: number;
  /** Jobs that will not be tried again. */
  failed: number;
  /** How long the oldest ready job has waited. */
  lagSeconds: number;
}

/** Reads how the job queue stands. */
export async function readQueue(pool: Pool): Promise<WorkerStats> {
  const { rows } = await pool.query<WorkerStats>({ name: 'read-queue', text });
  return rows[0] ?? { ready: 0, scheduled: 0, failed: 0, lagSeconds: 0 };
}

const text = `
select count(*) filter (where run_at <= now() and attempts < max_attempts)::int as ready,
       count(*) filter (where run_at > now() and attempts < max_attempts)::int as scheduled,
       count(*) filter (where attempts >= max_attempts)::int as failed,
       coalesce(extract(epoch from now() - min(run_at)
         filter (where run_at <= now() and locked_at is null and attempts < max_attempts)), 0)::float8 as "lagSeconds"
  from graphile_worker.jobs`;
