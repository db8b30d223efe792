// Restores a backup of the embedded Postgres, and leaves it closed (docs/backup.md).
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lastCommit, TooOld } from '../../migrations/replaced.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { type Manifest, manifestId, readManifest } from '../../src/database/backup-manifest.ts';
import { openMasterKeys } from '../../src/database/master-key.ts';
import { putBack, verifyFiles } from '../../src/database/restore.ts';
import { finishRestore, unfinishedRestore } from '../../src/database/unfinished-restore.ts';
import { reasonOf } from '../../src/database/unusable.ts';
import { newId } from '../../src/lib/id.ts';
import { createVault } from '../../src/platform/vault.ts';
import { markRestored } from '../../src/recovery/marking.ts';
import { withStartedDatabase } from '../started-database.ts';
import { afterRestore } from './next-steps.ts';
import { vaultOf } from './vault-of.ts';

async function main(from: string): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl !== undefined)
    throw new Error(
      'DATABASE_URL is set, so the database is yours: restore it with its own tools, then run make restored (docs/backup.md)',
    );
  if (from === '') throw new Error('set FROM to the folder of a backup');
  const manifest = readManifest(from);
  await requireKeys(config, manifest);
  const force = process.env['FORCE'] === '1';
  const unfinished = unfinishedRestore(config.dataDir);
  const isSame = unfinished?.backup === manifestId(manifest);
  if (unfinished && !isSame && !force)
    throw new Error(
      'the restore of another backup has not finished: set FROM to that one, or FORCE=1 to begin again',
    );
  const id = unfinished && isSame ? unfinished.id : newId('rst');
  await verifyFiles(join(from, 'postgres'), manifest);
  const aside = await putBack({ from, manifest, dataDir: config.dataDir, id, force });
  if (aside !== undefined) process.stdout.write(`The former database is in ${aside}.\n`);
  await withStartedDatabase(
    async (database) => {
      await markRestored({ ...database, vault: await vaultOf(config, database) }, id);
    },
    { unfinished: true, asOwner: true, alone: true },
  ).catch((error: unknown) => {
    throw error instanceof TooOld ? new Error(tooOld) : error;
  });
  finishRestore(config.dataDir);
  process.stdout.write(`Restored the backup of ${manifest.endedAt} into ${config.dataDir}.\n${afterRestore}`);
}

/** `make migrate` does not start while the restore has not finished, so the advice is another one than that of a start. */
const tooOld = `it is older than this release can migrate. Until the restore has finished, no service starts on the folder. Finish it with the last commit that can (git checkout ${lastCommit}, then make restore as before). Then use this release again`;

/** Before anything is written: without its keys, the database is of little use. */
async function requireKeys(
  { masterKey, masterKeyLost, dataDir }: Config,
  { masterKeyIds }: Manifest,
): Promise<void> {
  if (masterKeyIds.length === 0) return;
  const needed = `the backup needs the master key ${masterKeyIds.join(', ')}`;
  if (masterKey === undefined && !existsSync(join(dataDir, 'master.key')))
    throw new Error(`${needed}: put its file at ${join(dataDir, 'master.key')}, or set MASTER_KEY`);
  const keys = masterKey ?? (await openMasterKeys(dataDir, () => Promise.resolve(true)));
  const { keyIds } = createVault(keys);
  const missing = masterKeyIds.filter((one) => !keyIds.includes(one) && !masterKeyLost.includes(one));
  if (missing.length > 0)
    throw new Error(
      `${needed}, and the key ${missing.join(', ')} is missing. If it is lost for good, set MASTER_KEY_LOST to it`,
    );
}

main((process.argv[2] ?? '').trim()).catch((error: unknown) => {
  process.stderr.write(`The backup was not restored: ${reasonOf(error)}.\n`);
  process.exitCode = 1;
});
