import type { Database } from '../database/open.ts';
import { inTransaction } from '../database/tenancy.ts';
import { endWhatIsDue } from '../domain/expiry.ts';
import { tenantsWithDueWork } from '../queries/tenants-with-due-work.ts';

/** Writes what the clock has decided, tenant by tenant; reads and verifications go by the clock and do not wait for it. */
export async function expireCredentials({ orm, pool }: Database): Promise<void> {
  const errors: unknown[] = [];
  for (const tenant of await tenantsWithDueWork(pool)) {
    try {
      while ((await inTransaction(orm, tenant, endWhatIsDue)) > 0);
    } catch (error) {
      errors.push(error); // What is wrong with one tenant is not wrong with the next.
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `the sweep of ${errors.length} tenants failed`);
}
