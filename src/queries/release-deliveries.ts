import type { Pool } from 'pg';
import type { DeliveryKey } from './claim-deliveries.ts';

/** Gives back what was claimed and not tried, so that another process need not wait for the end of the lease. */
export async function releaseDeliveries(
  pool: Pool,
  deliveries: readonly (DeliveryKey & { attempts: number })[],
): Promise<void> {
  await pool.query(text, [
    deliveries.map((d) => d.orgId),
    deliveries.map((d) => d.id),
    deliveries.map((d) => d.createdAt),
    deliveries.map((d) => d.attempts),
  ]);
}

const text = `
update deliveries d set claimed_until = null
  from unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[]) as given (org_id, id, created_at, attempts)
 where d.org_id = given.org_id and d.id = given.id and d.created_at = given.created_at
   and d.attempts = given.attempts and d.claimed_until is not null`;
