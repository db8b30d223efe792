import type { Database } from '../database/open.ts';
import type { Mailer } from '../platform/mail.ts';
import { removeOldRows } from './sql/retention.ts';
import { dropOldPartitions, makePartitions } from '../platform/sql/partitions.ts';
import { settleDeliveries } from '../webhooks/sql/settle-deliveries.ts';

/**
 * Removes what is no longer kept, also from the outbox, ends deliveries that will never be made, and makes the partitions
 * of the weeks to come.
 */
export async function cleanUp({ pool }: Database, mailer: Mailer): Promise<void> {
  const errors: unknown[] = [];
  const parts = [
    makePartitions,
    removeOldRows,
    settleDeliveries,
    dropOldPartitions,
    () => mailer.forgetOld(),
  ];
  for (const part of parts) {
    try {
      await part(pool);
    } catch (error) {
      errors.push(error); // The failure of one task does not stop the others.
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} parts of the clean-up failed`);
}
