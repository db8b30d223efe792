import type { Pool } from 'pg';
import { type DeliveryKey, notToCome } from './claim-deliveries.ts';

/** Gives back what was claimed and not tried, so that another process need not wait for the end of the lease. */
export async function releaseDeliveries(
  pool: Pool,
  deliveries: readonly (DeliveryKey & { claimedUntil: Date })[],
): Promise<void> {
  await pool.query(text, [
    deliveries.map((d) => d.orgId),
    deliveries.map((d) => d.id),
    deliveries.map((d) => d.claimedUntil),
  ]);
}

const text = `
update deliveries d set claimed_until = null
  from unnest($1::text[], $2::text[], $3::timestamptz[]) as given (org_id, id, claimed_until)
 where d.org_id = given.org_id and d.id = given.id and ${notToCome}
   and d.claimed_until = given.claimed_until`;
