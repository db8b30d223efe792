import type { Database } from '../database/open.ts';
import type { Mailer } from '../mail.ts';
import { cleanUp as removeWhatIsOld } from '../queries/clean-up.ts';

/** Removes what is no longer kept, also from the outbox, and makes the partitions of the weeks to come. */
export async function cleanUp({ pool }: Database, mailer: Mailer): Promise<void> {
  await removeWhatIsOld(pool);
  await mailer.forgetOld();
}
