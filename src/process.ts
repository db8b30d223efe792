import { type Config, ConfigError, misspeltSettings, readConfig } from './config.ts';
import {
  createOrganization,
  describeOrganization,
  nameFor,
  type NewOrganization,
  withVerifyingKey,
} from './organizations/creation.ts';
import { type EmbeddedPostgres, startEmbedded } from './database/embedded.ts';
import { openMasterKeys } from './database/master-key.ts';
import { migrate } from './database/migrate.ts';
import { requireMigrated } from './database/require-migrated.ts';
import { requireNoRestore } from './database/unfinished-restore.ts';
import { holdsSealed } from './database/is-sealed.ts';
import { type Database, roleOf } from './database/open.ts';
import { reasonOf } from './database/unusable.ts';
import { createLog, type Log } from './platform/log.ts';
import { firstRunLink, type RunningService, startService } from './service.ts';
import { hasOutbox, outboxFolder } from './platform/outbox.ts';
import { firstSteps, keysNotice, mailNotice } from './organizations/welcome.ts';
import { loadAhead, warmUp } from './warm-up.ts';

/** Everything that runs, and how it stops. */
interface Running {
  stop(): Promise<void>;
}

/** Starts the database, migrations, workers and HTTP; a signal stops them in reverse. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config);
  endOnFaults(log);
  for (const sentence of misspeltSettings(process.env)) log.warn(sentence);
  const starting = start(config, log);
  stopOnSignals(starting, log);
  await starting;
}

async function start(config: Config, log: Log): Promise<Running> {
  const code = loadAhead(config);
  const embedded = config.databaseUrl === undefined ? await startDatabase(config, log) : undefined;
  try {
    if (config.migrations === 'only') return await migrateOnly(config, log, embedded);
    const service = await serve(config, log, embedded, code);
    return {
      async stop() {
        await service.stop();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

function startDatabase({ dataDir }: Config, log: Log): Promise<EmbeddedPostgres> {
  requireNoRestore(dataDir);
  return startEmbedded({ dataDir, onEvent: (event, details) => log.info(details ?? {}, event) });
}

/** Migrates the schema for nodes with MIGRATIONS=off. Needs no master key. The process ends when nothing of it runs. */
async function migrateOnly(
  { databaseUrl: given, migrationDatabaseUrl }: Config,
  log: Log,
  embedded: EmbeddedPostgres | undefined,
): Promise<Running> {
  const databaseUrl = embedded?.url('service') ?? given ?? '';
  const ownerUrl = embedded?.url('owner') ?? migrationDatabaseUrl ?? databaseUrl;
  await migrate(ownerUrl, roleOf(databaseUrl), (message) => log.info(message));
  await embedded?.stop();
  process.stdout.write('The schema is up to date.\n');
  return { stop: () => Promise.resolve() };
}

async function serve(
  config: Config,
  log: Log,
  embedded: EmbeddedPostgres | undefined,
  code: () => Promise<void>,
): Promise<Running> {
  const databaseUrl = embedded?.url('service') ?? config.databaseUrl ?? '';
  const ownerUrl = embedded?.url('owner') ?? config.migrationDatabaseUrl ?? databaseUrl;
  const givenKeys = masterKeysOf(config);
  if (config.migrations === 'off') await requireMigrated(databaseUrl);
  else await migrate(ownerUrl, roleOf(databaseUrl), (message) => log.info(message));
  const masterKeys = givenKeys ?? (await openMasterKeys(config.dataDir, () => holdsSealed(databaseUrl)));

  await code();

  let made: NewOrganization | undefined;
  const service = await startService({
    config,
    databaseUrl,
    masterKeys,
    log,
    async prepare(database) {
      made = await bootstrap(config, database, embedded !== undefined);
    },
  });
  if (config.role === 'worker') {
    announce(service, 'worker');
    return service;
  }
  if (made) process.stdout.write(firstSteps(service.baseUrl, made, config));
  if (hasOutbox(config)) process.stdout.write(mailNotice(service.baseUrl, outboxFolder(config)));
  const link = await firstRunLink(config, service);
  if (link !== undefined) process.stdout.write(`Dashboard  ${link}\n`);
  announce(service, service.baseUrl);
  if (config.warmUp === 'on') void warmUp();
  return service;
}

/** Says that this process is ready. A node that a restore keeps closed says so, and is ready when the operator opens it. */
function announce({ restore }: RunningService, what: string): void {
  const ready = (): void => void process.stdout.write(`ready ${what}\n`);
  if (!restore.isClosed()) return ready();
  process.stdout.write(`closed ${what}\n`);
  void restore.opened.then(ready);
}

/** @returns nothing where the key is in a file of the data directory */
function masterKeysOf({ masterKey, databaseUrl }: Config): readonly Buffer[] | undefined {
  if (masterKey !== undefined || databaseUrl === undefined) return masterKey;
  // Nodes that share a database must share the key, so none of them may make one up.
  throw new ConfigError('MASTER_KEY is required with DATABASE_URL (openssl rand -base64 32 prints one).');
}

/** Makes the first organization on the first start. @returns it, if its keys were generated and have been shown */
async function bootstrap(
  config: Config,
  { orm }: Database,
  mayGenerate: boolean,
): Promise<NewOrganization | undefined> {
  const generated = config.bootstrapLiveKey === undefined || config.bootstrapTestKey === undefined;
  const described = describeOrganization(config.bootstrapOrgName ?? nameFor(config.baseUrl), {
    liveKey: config.bootstrapLiveKey,
    testKey: config.bootstrapTestKey,
    orgId: config.bootstrapOrgId,
    testOrgId: config.bootstrapTestOrgId,
  });
  const first = generated ? withVerifyingKey(described, config.rateLimitMaxPerMinute) : described;
  const created = await createOrganization(orm, first, {
    onlyIfFirst: true,
    announce() {
      if (!generated) return;
      if (!mayGenerate) {
        throw new ConfigError(
          'BOOTSTRAP_LIVE_KEY and BOOTSTRAP_TEST_KEY are required for the first start with DATABASE_URL (make key prints both).',
        );
      }
      process.stdout.write(`\nKeyward has created its first organization.\n${keysNotice(first)}`);
    },
  });
  return created && generated ? first : undefined;
}

/**
 * One request to stop may come as several signals: `make` passes on what its whole process group was sent. Signals within
 * this time are one request.
 */
const oneRequestMs = 1_000;

/** The first request to stop finishes what has begun, also a start; the second ends the process at once. */
function stopOnSignals(starting: Promise<Running>, log: Log): void {
  let stoppingSince: number | undefined;
  const stop = async (): Promise<void> => {
    const running = await starting.catch(() => undefined);
    if (!running) return; // main says why it did not start
    await running.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== undefined) {
        if (performance.now() - stoppingSince < oneRequestMs) return;
        log.warn({ signal }, 'got a second signal to stop; ending at once');
        process.exit(1);
      }
      stoppingSince = performance.now();
      log.info({ signal }, 'stopping');
      stop().catch((error: unknown) => {
        log.fatal({ err: error }, 'could not stop cleanly');
        process.exit(1);
      });
    });
  }
}

/**
 * Ends the process after an unforeseen fault, because it cannot be trusted. The embedded Postgres stays for the next
 * start.
 */
function endOnFaults(log: Log): void {
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error: unknown) => {
      log.fatal({ err: error, fault }, 'an error was not caught');
      process.exit(1);
    });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`Keyward did not start: ${reasonOf(error)}.\n`);
  process.exit(1);
});
