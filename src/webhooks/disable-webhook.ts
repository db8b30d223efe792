import type { Pool } from 'pg';
import { inTransaction } from '../platform/tenancy.ts';
import { disableFailingWebhook } from './webhook-disabling.ts';
import { findTenant } from '../platform/sql/tenants.ts';
import type { Orm } from '../platform/tx.ts';
import type { LongFailing } from './sql/record-attempts.ts';
import { settleDeliveries } from './sql/settle-deliveries.ts';

/** The connections that the deliverer uses. */
export interface DelivererDatabase {
  orm: Orm;
  pool: Pool;
}

/**
 * Disables a webhook that has failed for too long, and makes dead letters of what is still owed to it: of what is left
 * when the signal comes, the next clean-up does.
 */
export async function disableLongFailing(
  { orm, pool }: DelivererDatabase,
  { orgId, webhookId }: LongFailing,
  signal: AbortSignal,
): Promise<void> {
  const tenant = await findTenant(pool, orgId);
  const disabled = tenant && (await inTransaction(orm, tenant, (tx) => disableFailingWebhook(tx, webhookId)));
  if (disabled) await settleDeliveries(pool, signal);
}
