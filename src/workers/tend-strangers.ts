import type { Database } from '../database/open.ts';
import { tenantsWithStrangers } from '../oidc/sql/stranger-clients.ts';
import { askForDueDocuments, removeUnusedStrangers } from '../oidc/tending-strangers.ts';
import { sweep } from './sweep.ts';

/** Removes unused clients of strangers, and has documents read again that end soon. Tenant by tenant. */
export async function tendStrangers(database: Database): Promise<void> {
  await sweep(
    database,
    await tenantsWithStrangers(database.pool),
    async (tx) => (await removeUnusedStrangers(tx)) + (await askForDueDocuments(tx)),
  );
}
