// The master keys of the settings, for commands of operators.
import type { Config } from '../../src/config.ts';
import { openMasterKeys } from '../../src/database/master-key.ts';
import type { Database } from '../../src/database/open.ts';
import { masterKeyFault } from '../../src/platform/master-keys.ts';
import { createVault, type Vault } from '../../src/platform/vault.ts';

/** @throws when a master key that the database needs is missing */
export async function vaultOf(
  { masterKey, databaseUrl, dataDir }: Config,
  { pool }: Pick<Database, 'pool'>,
): Promise<Vault> {
  if (masterKey === undefined && databaseUrl !== undefined)
    throw new Error('MASTER_KEY is required with DATABASE_URL');
  const vault = createVault(masterKey ?? (await openMasterKeys(dataDir, () => Promise.resolve(true))));
  const fault = await masterKeyFault(pool, vault);
  if (fault !== undefined) throw new Error(fault);
  return vault;
}
