// The database of a service that was started before, for scripts that change what is there.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { type Config, readConfig } from '../src/config.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { isMigrated, migrate } from '../src/database/migrate.ts';
import { refuseInUse } from '../src/database/in-use.ts';
import { requireNoRestore } from '../src/database/unfinished-restore.ts';
import { type Database, openDatabase, roleOf } from '../src/database/open.ts';
import { isId } from '../src/lib/id.ts';
import { findTenant, firstTenant, wasOneErased } from '../src/platform/sql/tenants.ts';
import type { Tenant } from '../src/platform/tenancy.ts';

/** Returns the error of a script on a machine on which no service was ever started. */
export const nothingYet = (): Error =>
  new Error('there is no organization yet: start the service once (make start)');

/**
 * Returns a function that finds the tenant with this id, or the first tenant if the id is empty.
 * @throws if the text is not an id, before a database is opened
 */
export function tenantNamed(orgId: string): (pool: Pool) => Promise<Tenant> {
  if (orgId !== '' && !isId('org', orgId))
    throw new Error('ORG must be the id of an organization, such as org_01kahz5v3be4nr7q2m8x9c0d1e');
  return async (pool) => {
    if (orgId === '') return theFirst(pool);
    const tenant = await findTenant(pool, orgId);
    if (!tenant) throw new Error(`there is no ${orgId}`);
    return tenant;
  };
}

/**
 * Returns the first tenant.
 * @param advice what to do instead when it was erased: the next one is that of a customer
 */
export async function theFirst(
  pool: Pool,
  advice = 'Say which one you mean: ORG=org_…',
): Promise<Tenant & { name: string }> {
  const tenant = await firstTenant(pool);
  if (tenant) return tenant;
  throw (await wasOneErased(pool)) ? new Error(`the first organization was erased. ${advice}`) : nothingYet();
}

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
