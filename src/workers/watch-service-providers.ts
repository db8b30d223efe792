import type { Database } from '../database/open.ts';
import { tellOfCertificates } from '../saml/certificate-notices.ts';
import { refreshDueMetadata } from '../saml/refreshing.ts';
import { tenantsWithDueProviders } from '../saml/sql/service-providers.ts';
import { sweep } from './sweep.ts';

/** Has metadata read again that is a day old, and tells of certificates that expire soon, tenant by tenant. */
export async function watchServiceProviders(database: Database): Promise<void> {
  await sweep(
    database,
    await tenantsWithDueProviders(database.pool),
    async (tx) => (await refreshDueMetadata(tx)) + (await tellOfCertificates(tx)),
  );
}
