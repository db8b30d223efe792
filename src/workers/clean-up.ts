import type { Database } from '../database/open.ts';
import type { Mailer } from '../mail.ts';
import { cleanUp as removeWhatIsOld } from '../queries/clean-up.ts';
import { settleDeliveries } from '../queries/settle-deliveries.ts';

/** Removes what is no longer kept, also from the outbox, ends deliveries that will never be made, and makes the partitions of the weeks to come. */
export async function cleanUp({ pool }: Database, mailer: Mailer): Promise<void> {
  await removeWhatIsOld(pool);
  await settleDeliveries(pool);
  await mailer.forgetOld();
}
