import { MikroORM, type Options } from '@mikro-orm/postgresql';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { lockTimeout } from '../../migrations/lock-timeout.ts';
import { migrationNames } from '../../migrations/names.ts';
import { requireAllOrNone } from '../../migrations/replaced.ts';
import { migratingOptions } from '../../mikro-orm.config.ts';
import { requireExtensions } from './extensions.ts';
import { requireLetters } from './locale.ts';
import { giveBackLost } from './lost-connections.ts';
import { MIGRATING, patiently } from './lock-patience.ts';
import { APPLICATION } from './login-roles.ts';
import { giveRights } from './rights.ts';
import { doneOf } from './require-migrated.ts';
import { openServers, type Servers } from './servers.ts';
import { requireSessions } from './sessions.ts';
import { takeTurn } from './take-turn.ts';
import { reasonOf, unusable } from './unusable.ts';

const oldestServer = 150_000;

type MigrationsList = NonNullable<Options['migrations']>['migrationsList'];

/**
 * Brings the schema up to date as its owner, then gives the service's role exactly the rights it needs.
 * Safe when several nodes start at once: one migrates, the others wait for it and find nothing to do.
 *
 * @param serviceRole the role the service connects as; when it is the owner itself, nothing can be withheld
 * @param list other migrations than those of the release; for tests
 * @throws with a sentence when the database cannot be had, is older than PostgreSQL 15 or than this release can migrate, knows no letters
 *   but A to Z, lacks an extension, or refuses a migration
 */
export async function migrate(
  ownerUrl: string,
  serviceRole: string,
  onEvent: (message: string) => void = () => undefined,
  list?: MigrationsList,
): Promise<void> {
  const servers = openServers(ownerUrl);
  const Client = servers.client();
  const client = new Client({ application_name: APPLICATION, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {}); // a lost connection fails the statement that runs; it must not end the process
  const changes = changingPool(servers);
  try {
    const owner = await checkServer(client);
    await requireOwnSessions(client, changes);
    await takeTurn(client, onEvent);
    await requireLetters(client);
    await requireExtensions(client);
    const patience = { watcher: client, onEvent };
    const progress = { latest: '' };
    // Nearly every start finds that all have run. One statement says so, and nothing else is loaded.
    const done = await doneOf(client);
    requireAllOrNone(done);
    if (list || migrationNames.some((name) => !done.has(name)))
      await patiently(
        () => `the migration ${progress.latest}`,
        () => runPending(ownerUrl, servers, progress, onEvent, list),
        patience,
      );
    await patiently(
      () => 'a migration of the job queue',
      // Runs the migrations of graphile-worker. If there are none, this only reads.
      () => runMigrations({ pgPool: changes }),
      patience,
    );
    await patiently(
      () => 'a new partition',
      () => changes.query('select maintain_partitions()'),
      patience,
    );
    if (owner === serviceRole) return;
    await patiently(
      () => 'the rights of the service',
      () => giveRights(changes, serviceRole),
      patience,
    );
  } finally {
    await client.end().catch(() => {});
    await changes.end();
  }
}

const briefly = { lock_timeout: lockTimeout };

/** One connection of the owner that waits briefly for locks. It is opened again if it was lost. */
function changingPool(servers: Servers): pg.Pool {
  const pool = new pg.Pool({
    Client: servers.client(briefly),
    application_name: MIGRATING,
    connectionTimeoutMillis: 10_000,
    max: 1,
  });
  // A lost connection fails the statement that runs. The worker looks for these listeners.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/** @throws with a sentence when the two connections do not have sessions of their own */
async function requireOwnSessions(client: pg.Client, changes: pg.Pool): Promise<void> {
  const second = await changes.connect().catch((error: unknown) => {
    throw unusable(ownerSetting, error);
  });
  try {
    await requireSessions(client, second, ownerSetting);
  } catch (error) {
    second.release(true);
    throw error;
  }
  second.release();
}

/**
 * Tells whether any release has migrated this database.
 * @throws with a sentence when the database cannot be had
 */
export async function isMigrated(ownerUrl: string): Promise<boolean> {
  const Client = openServers(ownerUrl).client();
  const client = new Client({ application_name: APPLICATION });
  client.on('error', () => {}); // a lost connection fails the statement that runs; it must not end the process
  try {
    await checkServer(client);
    const { rows } = await client.query<{ found: boolean }>(
      "select to_regclass('public.migrations') is not null as found",
    );
    return rows[0]?.found === true;
  } finally {
    await client.end().catch(() => {});
  }
}

const ownerSetting = 'MIGRATION_DATABASE_URL or DATABASE_URL';

/** @returns the role that migrates */
async function checkServer(client: pg.Client): Promise<string> {
  try {
    await client.connect();
  } catch (error) {
    throw unusable(ownerSetting, error);
  }
  const { rows } = await client.query<{ number: number; version: string; owner: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
            current_user as owner`,
  );
  const server = rows[0];
  if (!server || server.number < oldestServer) {
    const sentence = `PostgreSQL 15 or newer is required, and the server of ${ownerSetting} is ${server?.version}.`;
    throw new Error(sentence);
  }
  return server.owner;
}

/**
 * Runs each pending migration in a transaction of its own, so that no lock outlives the migration that needs it.
 * @param progress is told which migration runs
 */
async function runPending(
  ownerUrl: string,
  servers: Servers,
  progress: { latest: string },
  onEvent: (message: string) => void,
  list: MigrationsList,
): Promise<void> {
  const shared = await migratingOptions(ownerUrl);
  const orm = await MikroORM.init({
    ...shared,
    migrations: { ...shared.migrations, ...(list && { migrationsList: list }), silent: true },
    colors: false,
    logger: onEvent,
    // One connection: a migration without a transaction may set something for its statements.
    pool: { min: 0, max: 1 },
    driverOptions: {
      ...shared.driverOptions,
      application_name: MIGRATING,
      options: '',
      Client: servers.client({ timezone: 'UTC', ...briefly }),
      // Otherwise the pool, when it ends, waits without limit for a connection whose commit failed.
      onPoolCreated: giveBackLost,
    },
  });
  const applied: string[] = [];
  orm.migrator.on('migrating', ({ name }) => {
    progress.latest = name;
  });
  orm.migrator.on('migrated', ({ name }) => {
    applied.push(name);
  });
  try {
    await orm.migrator.up();
  } catch (error) {
    const at = progress.latest === '' ? 'migrations' : `migration ${progress.latest}`;
    throw new Error(`the ${at} failed: ${reasonOf(error)}.`, { cause: error });
  } finally {
    await orm.close(true);
    const { length } = applied;
    if (length > 0)
      onEvent(`Applied ${length} ${length === 1 ? 'migration' : 'migrations'}, up to ${applied.at(-1)}`);
  }
}
