import type { Database } from '../database/open.ts';
import { endWhatIsDue } from '../credentials/expiry.ts';
import { tenantsWithDueWork } from '../credentials/sql/tenants-with-due-work.ts';
import { sweep } from './sweep.ts';

/** Writes what the clock has decided, tenant by tenant; reads and verifications go by the clock and do not wait for it. */
export async function expireCredentials(database: Database): Promise<void> {
  await sweep(database, await tenantsWithDueWork(database.pool), endWhatIsDue);
}
