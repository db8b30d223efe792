import type { Pool } from 'pg';
import { walkQueues } from './walk-queues.ts';

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
}

export interface TenantJobClaim {
  class: string;
  /** Places of this process that are free: a claim takes at most so many. */
  free: number;
  /** What this process runs of the class already. */
  running: readonly Pick<TenantJob, 'orgId' | 'address'>[];
  /** Jobs of one tenant at one address that one process runs at a time. */
  perAddress: number;
}

/** The process renews its leases while it lives; what a dead process had claimed is run by another after this time. */
export const leaseSeconds = 60;

/** Failures in a row after which an address of a tenant gets single calls, with pauses between them. */
export const failuresToPause = 3;

/**
 * Takes jobs of one class that are due. Tenants take turns, and a tenant holds at most as many places as are free
 * (docs/decisions/0036-places-are-shared.md). The statement steps from queue to queue and reads only the start of each:
 * a backlog of one tenant, or of an address that does not answer, costs the others nothing.
 */
export async function claimTenantJobs(
  pool: Pick<Pool, 'connect'>,
  { class: name, free, running, perAddress }: TenantJobClaim,
): Promise<TenantJob[]> {
  return walkQueues<TenantJob>(pool, {
    name: 'claim-tenant-jobs',
    text,
    values: [
      name,
      running.map(({ orgId }) => orgId),
      running.map(({ address }) => address),
      perAddress,
      free,
      leaseSeconds,
      failuresToPause,
    ],
  });
}

const isDue = `j.given_up_at is null and j.due_at <= now() and (j.leased_until is null or j.leased_until <= now())`;

const text = `
with recursive queues as (
  (select j.org_id, j.address from tenant_jobs j where j.class = $1 and j.given_up_at is null
    order by j.org_id, j.address limit 1)
  union all
  select next.org_id, next.address
    from queues q, lateral (
      select j.org_id, j.address from tenant_jobs j
       where j.class = $1 and j.given_up_at is null and (j.org_id, j.address) > (q.org_id, q.address)
       order by j.org_id, j.address limit 1) as next
), running as materialized (
  select r.org_id, r.address from unnest($2::text[], $3::text[]) as r (org_id, address)
), room as (
  select j.org_id, j.id, j.due_at,
         row_number() over (partition by j.org_id order by a.busy + j.place, j.due_at, j.id) as tenant_place
    from queues q
    cross join lateral (
      select (select count(*) from running r where r.org_id = q.org_id and r.address = q.address) as busy,
             coalesce((select case when f.retry_at > now() then 0 else 1 end from failing_addresses f
                        where f.org_id = q.org_id and f.address = q.address and f.failures >= $7::int),
                      $4::int) as slots
      offset 0) as a
    cross join lateral (
      select j.*, row_number() over (order by j.due_at, j.id) as place
        from (select j.org_id, j.id, j.due_at from tenant_jobs j
               where j.class = $1 and j.org_id = q.org_id and j.address = q.address and ${isDue}
               order by j.due_at, j.id limit $4::int) as j) as j
   where j.place <= a.slots - a.busy
), turns as (
  select d.*, row_number() over (order by d.held, d.due_at, d.id) as turn
    from (select d.org_id, d.id, d.due_at,
                 d.tenant_place + (select count(*) from running r where r.org_id = d.org_id) as held
            from room d) as d
), due as materialized (
  select d.org_id, d.id from turns d where d.held <= $5::int - d.turn + 1
   order by d.held, d.due_at, d.id limit $5::int
), locked as materialized (
  select j.org_id, j.id from due d join tenant_jobs j on j.org_id = d.org_id and j.id = d.id
   where ${isDue} for no key update of j skip locked
)
update tenant_jobs j
   set attempts = j.attempts + 1, lease = gen_random_uuid(), leased_until = now() + $6::int * interval '1 second'
  from locked l where j.org_id = l.org_id and j.id = l.id
returning j.org_id as "orgId", j.id, j.task, j.payload, j.address, j.attempts, j.max_attempts as "maxAttempts", j.lease`;
