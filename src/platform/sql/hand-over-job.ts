import type { Pool } from 'pg';

/** Puts a job of a tenant, which was found among the house-keeping, into the queues of tenants. */
export async function handOver(
  pool: Pool,
  job: { class: string; task: string; payload: unknown },
): Promise<void> {
  await pool.query(text, [job.class, job.task, JSON.stringify(job.payload)]);
}

const text = `
with added as (
  insert into tenant_jobs (org_id, class, task, payload, max_attempts)
  select $3::jsonb ->> 'orgId', $1, $2, $3::jsonb, 25
   where exists (select from tenants t where t.id = $3::jsonb ->> 'orgId')
  returning 1
)
select pg_notify('keyward_jobs', '') from added`;
