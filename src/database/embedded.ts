// A real PostgreSQL without installing one: the binaries come from npm, the data lives under the data
// directory. It outlives a killed Keyward, and the next start takes it over.
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { openDataDir, postgresAccount } from './account.ts';
import { platformPackage, runnableBinaries } from './binaries.ts';
import { ensureCluster, openPasswords } from './cluster.ts';
import { DATABASE, OWNER, SERVICE, ensureLoginRoles, isInUse } from './login-roles.ts';
import { quietLog } from './log-privacy.ts';
import { alive, ensurePostmaster, stopPostmaster } from './postmaster.ts';
import { rotateLog } from './postgres-log.ts';

export interface EmbeddedOptions {
  dataDir: string;
  /** server settings `name=value`, over the defaults; a server that is taken over keeps its own */
  flags?: string[];
  /** fsync etc.; only tests switch it off */
  durable?: boolean;
  /** folder of the platform package with the binaries, when it is not the installed one */
  packageDir?: string;
  onEvent?: (event: string, details?: object) => void;
}

export interface EmbeddedPostgres {
  readonly port: number;
  /** connection string of a role; `superuser` is for tests and backups, never for requests */
  url(role: 'owner' | 'service' | 'superuser', database?: string): string;
  /**
   * Stops Postgres, also one that was taken over, and returns when it is gone; one that another Keyward works
   * with is left to that one. The caller has closed its own connections.
   */
  stop(): Promise<void>;
  /** For a visitor: stops Postgres only if this process started it, and leaves it alone if it ran before. */
  leave(): Promise<void>;
}

const LOOK_EVERY = 250;
const RETRY_AFTER = 2000;
const LOOK_AT_LOG_EVERY = 60_000;

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'log_destination=stderr',
  'logging_collector=off',
  ...quietLog,
  'shared_buffers=128MB',
  'max_connections=100',
  // After a checkpoint, the first change of each page writes the whole page to the WAL: with random keys that is nearly every
  // use. A third as many checkpoints write a third as many pages, and as much WAL as compression did (decision 0085).
  'checkpoint_timeout=15min',
  'max_wal_size=2GB',
  'wal_compression=off',
  'jit=off',
];
const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * Starts Postgres on `<dataDir>/postgres`, creating it at first, or takes over the one that runs there, and
 * restarts it on the same port whenever it dies. Rejects with one sentence an operator can act on. Installs
 * no exit hook: the caller must `stop()`, or else Postgres goes on running.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { durable = true, onEvent = () => {} } = options;
  const packageDir = options.packageDir ?? (await platformPackage());
  const account = postgresAccount(join(options.dataDir, 'postgres'));
  const dataDir = openDataDir(options.dataDir, account);
  const binaries = runnableBinaries(packageDir, dataDir, account, onEvent);
  const passwords = openPasswords(dataDir);
  const superuserPassword = passwords.superuser;
  if (await ensureCluster({ dataDir, binaries, account, superuserPassword, durable })) {
    onEvent('postgres.initialized', { dataDir });
  }
  const data = realpathSync(join(dataDir, 'postgres'));
  const settings = [...SETTINGS, ...(durable ? [] : NOT_DURABLE), ...(options.flags ?? [])];
  const log = join(dataDir, 'postgres.log');
  const server = { data, log, postgres: binaries.postgres, account, settings, superuserPassword };

  const ending = new AbortController();
  let running = await ensurePostmaster(server, undefined, ending.signal);
  const { port } = running;
  onEvent(running.started ? 'postgres.started' : 'postgres.adopted', { pid: running.pid, port });
  try {
    await ensureLoginRoles(port, passwords);
  } catch (error) {
    if (running.started) await stopPostmaster(data);
    throw error;
  }

  let restart: Promise<void> | undefined;
  let failedAt = 0;
  const revive = async () => {
    if (!failedAt) onEvent('postgres.died', { pid: running.pid });
    try {
      running = await ensurePostmaster(server, port, ending.signal);
      failedAt = 0;
      onEvent('postgres.restarted', { pid: running.pid, port });
    } catch (error) {
      // Tries again without end: a service without its database has nothing better to do.
      failedAt = Date.now();
      if (!ending.signal.aborted) onEvent('postgres.restart_failed', { error });
    } finally {
      restart = undefined;
    }
  };
  let lookedAtLog = Date.now();
  const watch = setInterval(() => {
    if (Date.now() - lookedAtLog > LOOK_AT_LOG_EVERY) {
      lookedAtLog = Date.now();
      rotateLog(log);
    }
    if (!restart && !alive(running.pid) && Date.now() - failedAt > RETRY_AFTER) restart = revive();
  }, LOOK_EVERY);
  watch.unref();

  const letGo = async () => {
    clearInterval(watch);
    ending.abort();
    await restart;
  };
  const stop = async () => {
    await letGo();
    if (await isInUse(port, superuserPassword)) {
      onEvent('postgres.left_running', { port });
      return;
    }
    await stopPostmaster(data);
    onEvent('postgres.stopped', { port });
  };
  let stopped: Promise<void> | undefined;

  const logins = {
    owner: `${OWNER}:${passwords.owner}`,
    service: `${SERVICE}:${passwords.service}`,
    superuser: `postgres:${superuserPassword}`,
  };
  return {
    port,
    url: (role, database = DATABASE) =>
      `postgres://${logins[role]}@127.0.0.1:${port}/${encodeURIComponent(database)}`,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
    leave: () => {
      stopped ??= running.started ? stop() : letGo();
      return stopped;
    },
  };
}
