import type { Pool } from 'pg';
import { failuresToPause, leaseSeconds, type TenantJob } from './claim-tenant-jobs.ts';

type Claimed = Pick<TenantJob, 'orgId' | 'id' | 'lease' | 'address'>;

/** Removes a job that is done. One that was asked for again while it ran stays, and runs again. */
export async function removeTenantJob(pool: Pool, { orgId, id, lease, address }: Claimed): Promise<void> {
  await pool.query({ name: 'remove-tenant-job', text: removal, values: [orgId, id, lease, address] });
}

const removal = `
with answered as (delete from failing_addresses where org_id = $1 and address = $4::text)
delete from tenant_jobs where org_id = $1 and id = $2 and lease = $3`;

/**
 * Lets a job that failed wait for its next attempt: e, e², e³ seconds and so on, at most six hours. After the last attempt
 * it is given up and kept for 30 days. The address that the job called gets a pause after some failures in a row.
 * @param reason without secrets and personal data
 * @param unitMs the wait before the next attempt is e, e², e³ times it, in milliseconds
 * @returns whether the job was given up, and whether this failure is the one that pauses its address
 */
export async function postponeTenantJob(
  pool: Pool,
  { orgId, id, lease, address }: Claimed,
  reason: string,
  unitMs = 1_000,
): Promise<{ givenUp: boolean; pausesAddress: boolean }> {
  const values = [orgId, id, lease, address, reason.slice(0, 1_000), failuresToPause, unitMs];
  const { rows } = await pool.query<{ givenUp: boolean; pausesAddress: boolean }>({
    name: 'postpone-tenant-job',
    text: postponement,
    values,
  });
  return rows[0] ?? { givenUp: false, pausesAddress: false };
}

const postponement = `
with failed as (
  update tenant_jobs
     set last_error = $5, lease = null, leased_until = null,
         due_at = now() + exp(least(attempts, 10)) * $7::float8 * interval '1 millisecond',
         given_up_at = case when attempts >= max_attempts then now() end
   where org_id = $1 and id = $2 and lease = $3
  returning given_up_at is not null as given_up
), counted as (
  insert into failing_addresses as f (org_id, address, failures, retry_at)
  select $1, $4::text, 1, now() from failed where $4::text <> ''
  on conflict (org_id, address) do update
     set failures = f.failures + 1,
         retry_at = now() + least(600, 10 * 2 ^ least(f.failures + 1 - $6::int, 10)) * interval '1 second'
  returning failures
)
select given_up as "givenUp", coalesce((select failures = $6::int from counted), false) as "pausesAddress" from failed`;

/** Keeps jobs from being taken by another process while this one runs them. */
export async function renewTenantJobs(pool: Pool, jobs: readonly Claimed[]): Promise<void> {
  await pool.query({
    name: 'renew-tenant-jobs',
    text: renewal,
    values: [
      jobs.map(({ orgId }) => orgId),
      jobs.map(({ id }) => id),
      jobs.map(({ lease }) => lease),
      leaseSeconds,
    ],
  });
}

const renewal = `
update tenant_jobs j set leased_until = now() + $4::int * interval '1 second'
  from unnest($1::text[], $2::bigint[], $3::uuid[]) as r (org_id, id, lease)
 where j.org_id = r.org_id and j.id = r.id and j.lease = r.lease`;
