import type { Database } from '../database/open.ts';
import { tellOfIdpCertificates } from '../federation/connections/certificate-notices.ts';
import { askForDueChecks } from '../federation/connections/due-checks.ts';
import { tenantsWithDueChecks } from '../federation/domains/sql/domains.ts';
import { sweep } from './sweep.ts';

/** Has connections checked that are due after a day, and domains looked up that are due after a week, and tells of certificates. Tenant by tenant. */
export async function watchConnections(database: Database): Promise<void> {
  await sweep(
    database,
    await tenantsWithDueChecks(database.pool),
    async (tx) => (await askForDueChecks(tx)) + (await tellOfIdpCertificates(tx)),
  );
}
