import type { Database } from '../database/open.ts';
import { completeCounts, endWhatIsDue } from '../credentials/expiry.ts';
import { foldCounts, tenantsToCount } from '../credentials/sql/counts.ts';
import { tenantsWithDueExpiry } from '../credentials/sql/expiry.ts';
import { sweep } from './sweep.ts';

/**
 * Writes what the clock has decided, tenant by tenant; reads and verifications go by the clock and do not wait for it. Then adds up
 * how the numbers of credentials have changed.
 */
export async function expireCredentials(database: Database): Promise<void> {
  const { pool } = database;
  const errors: unknown[] = [];
  const parts = [
    async () => sweep(database, await tenantsWithDueExpiry(pool), endWhatIsDue),
    async () => sweep(database, await tenantsToCount(pool), completeCounts),
    () => foldCounts(pool),
  ];
  for (const part of parts) {
    try {
      await part();
    } catch (error) {
      errors.push(error); // The failure of one part does not stop the others.
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} parts of the expiry of credentials failed`);
}
