// The master keys of the settings, for commands of operators.
import { replaceLostAuditKeys } from '../../src/audit/lost-audit-keys.ts';
import type { Config } from '../../src/config.ts';
import { openMasterKeys } from '../../src/database/master-key.ts';
import type { Database } from '../../src/database/open.ts';
import { requireMasterKeys } from '../../src/platform/master-keys.ts';
import { createVault, type Vault } from '../../src/platform/vault.ts';

/**
 * Checks the keys as a start does. Replaces audit keys that only a lost master key opens.
 * @throws when a master key that the database needs is missing
 */
export async function vaultOf(
  { masterKey, masterKeyLost, databaseUrl, dataDir }: Config,
  database: Pick<Database, 'pool' | 'orm'>,
): Promise<Vault> {
  if (masterKey === undefined && databaseUrl !== undefined)
    throw new Error('MASTER_KEY is required with DATABASE_URL');
  const vault = createVault(masterKey ?? (await openMasterKeys(dataDir, () => Promise.resolve(true))));
  await requireMasterKeys(database.pool, vault, masterKeyLost, async () => {
    for (const { orgId, lostKeyIds, keyId } of await replaceLostAuditKeys(database, vault, masterKeyLost))
      process.stdout.write(
        `${orgId}: the audit key ${keyId} replaces ${lostKeyIds.join(', ')}. Compare the latter with the key IDs that you stored.\n`,
      );
  });
  return vault;
}
