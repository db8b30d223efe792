import type { Database } from '../database/open.ts';
import { inTransaction } from '../database/tenancy.ts';
import { endWhatIsDue } from '../domain/expiry.ts';
import { tenantsWithDueWork } from '../queries/tenants-with-due-work.ts';

/** Writes what the clock has decided, tenant by tenant; reads and verifications go by the clock and do not wait for it. */
export async function expireCredentials({ orm, pool }: Database): Promise<void> {
  for (const tenant of await tenantsWithDueWork(pool)) {
    while ((await inTransaction(orm, tenant, endWhatIsDue)) > 0);
  }
}
