import type { Database } from '../database/open.ts';
import { endWhatIsDue } from '../credentials/expiry.ts';
import { tenantsWithDueExpiry } from '../credentials/sql/expiry.ts';
import { sweep } from './sweep.ts';

/** Writes what the clock has decided, tenant by tenant; reads and verifications go by the clock and do not wait for it. */
export async function expireCredentials(database: Database): Promise<void> {
  await sweep(database, await tenantsWithDueExpiry(database.pool), endWhatIsDue);
}
