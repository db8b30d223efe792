import type { Database } from '../database/open.ts';
import { askForDueChecks } from '../federation/due-checks.ts';
import { tenantsWithDueChecks } from '../federation/sql/domains.ts';
import { sweep } from './sweep.ts';

/** Has connections checked that are due after a day, and domains looked up that are due after a week, tenant by tenant. */
export async function watchConnections(database: Database): Promise<void> {
  await sweep(database, await tenantsWithDueChecks(database.pool), askForDueChecks);
}
