// The database of a service that was started before, for scripts that change what is there.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '../src/config.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { isMigrated, migrate } from '../src/database/migrate.ts';
import { refuseInUse } from '../src/database/in-use.ts';
import { requireNoRestore } from '../src/database/unfinished-restore.ts';
import { type Database, openDatabase, roleOf } from '../src/database/open.ts';

/** Returns the error of a script on a machine on which no service was ever started. */
export const nothingYet = (): Error =>
  new Error('there is no organization yet: start the service once (make start)');

interface How {
  asOwner?: boolean;
  alone?: boolean;
}

/**
 * Hands the database of the settings to `work`, whether the service runs or not. Makes none: a misspelt `DATA_DIR` would
 * otherwise leave an empty one behind.
 * @param options.unfinished also if a restore has not finished
 * @param options.asOwner with the rights of the owner: the role of the service may not open a restored database
 * @param options.alone only if no node is connected
 * @throws {Error} `nothingYet` where there is none
 */
export async function withStartedDatabase(
  work: (database: Database, config: Config) => Promise<void>,
  { unfinished = false, ...how }: { unfinished?: boolean } & How = {},
): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl !== undefined)
    return opened(config.databaseUrl, config.migrationDatabaseUrl ?? config.databaseUrl, config, work, how);
  if (!existsSync(join(config.dataDir, 'postgres', 'PG_VERSION'))) throw nothingYet();
  if (!unfinished) requireNoRestore(config.dataDir);
  const embedded = await startEmbedded({ dataDir: config.dataDir });
  try {
    await opened(embedded.url('service'), embedded.url('owner'), config, work, how);
  } finally {
    await embedded.leave();
  }
}

async function opened(
  databaseUrl: string,
  ownerUrl: string,
  config: Config,
  work: (database: Database, config: Config) => Promise<void>,
  { asOwner = false, alone = false }: How,
): Promise<void> {
  if (alone) await refuseInUse(ownerUrl);
  if (!(await isMigrated(ownerUrl))) throw nothingYet();
  await migrate(ownerUrl, roleOf(databaseUrl));
  const database = await openDatabase(asOwner ? ownerUrl : databaseUrl, config.databasePoolSize);
  try {
    await work(database, config);
  } finally {
    await database.close();
  }
}
