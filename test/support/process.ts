import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { bundlePrograms } from './bundle.ts';
import { ownClock } from './clocked-run.ts';
import { template, withDatabase } from './global-setup.ts';
import { testMasterKey } from './master-key.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A program of ours in a process of its own. */
export interface Program {
  pid: number;
  /** The output so far on both streams, with the logs. */
  printed: () => string;
  /** Resolves when it has printed this, with what the pattern found. @throws when it ends before */
  prints: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** How it ended: an exit code or the name of a signal. */
  ended: Promise<number | string>;
  signal: (name: NodeJS.Signals) => void;
}

/** The runtime under test: the one that runs the tests, or RUNTIME=<path of node or deno>. */
const runtime = process.env['RUNTIME'] ?? process.execPath;
const isDeno = /deno[^/]*$/.test(runtime);
const flags = isDeno ? ['run', '-A'] : [];
/** FROM_SOURCES=1 starts programs from their sources, as they are delivered; so does Deno. */
const bundles = isDeno || process.env['FROM_SOURCES'] ? new Map<string, string>() : await bundlePrograms();
/** Settings of the machine that runs the tests say nothing about the service. */
const bare = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  TMPDIR: process.env['TMPDIR'],
  ...ownClock,
  // Half of what a start costs is to compile what the last one compiled.
  NODE_COMPILE_CACHE: join(repository, '.cache/compiled'),
  // Few of them live until the second request of an operation.
  WARM_UP: 'off',
};

/** Starts a program of the repository; the test that started it also ends it. */
export const program = (file: string, env: Record<string, string>, ...args: string[]): Program =>
  sourceProgram(bundles.get(file) ?? file, env, ...args);

/** Starts a program as its users do: from its source. */
export function sourceProgram(file: string, env: Record<string, string>, ...args: string[]): Program {
  return otherProgram(runtime, [...flags, file, ...args], { ...bare, ...env });
}

/** Starts any program, with this environment alone. The test that started it also ends it. */
export function otherProgram(
  command: string,
  args: readonly string[],
  env: Record<string, string | undefined> = bare,
): Program {
  const child = spawn(command, args, { cwd: repository, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      child.emit('printed');
    });
  }
  const ended = new Promise<number | string>((done) => {
    child.once('close', (code, signal) => done(code ?? signal ?? 'unknown'));
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    pid: child.pid ?? 0,
    printed: () => text,
    prints: (pattern) => printing(child, ended, pattern, () => text),
    ended,
    signal: (name) => void child.kill(name),
  };
}

function printing(
  child: ChildProcess,
  ended: Promise<number | string>,
  pattern: RegExp,
  text: () => string,
): Promise<RegExpExecArray> {
  return new Promise((done, fail) => {
    const look = (): void => {
      const found = pattern.exec(text());
      if (found) {
        child.off('printed', look);
        done(found);
      }
    };
    child.on('printed', look);
    look();
    void ended.then((how) => fail(new Error(`ended with ${how} before it printed ${pattern}:\n${text()}`)));
  });
}

export interface Service extends Program {
  origin: string;
}

/** Starts the service on any free port and waits until it is ready, or closed by a restore. @param start how */
export async function service(env: Record<string, string>, start = program): Promise<Service> {
  const started = start('src/main.ts', { PORT: '0', ...env });
  const [, port] = await started.prints(/^(?:ready|closed) http:\/\/localhost:(\d+)$/m);
  return { ...started, origin: `http://127.0.0.1:${port}` };
}

/** Creates a data folder for embedded Postgres. After the test, its Postgres is killed and the folder is removed. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-process-'));
  onTestFinished(() => {
    try {
      process.kill(postmasterOf(folder), 'SIGKILL');
    } catch {
      // it has ended, as it should
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  return folder;
}

/** The process number of the embedded Postgres. @throws when none has run, or the last one ended well */
export const postmasterOf = (folder: string): number =>
  Number.parseInt(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10);

export interface TestDatabase {
  /** How to start a service on it. */
  env: { DATABASE_URL: string; MIGRATION_DATABASE_URL: string; MASTER_KEY: string };
  /** A statement as the superuser. */
  sql: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** A statement as the role of the service. */
  asService: (text: string) => Promise<unknown[]>;
  /** Keeps everybody else from a table until it is released. */
  hold: (table: string) => Promise<{ waiters: () => Promise<number>; release: () => Promise<void> }>;
}

/** Creates an empty database on the server of the test run. The service that starts on the database migrates it. */
export const emptyDatabase = (): Promise<TestDatabase> => createDatabase('');

/** Creates a migrated database without users, as a first start leaves it. The copy takes about a second. */
export const migratedDatabase = (): Promise<TestDatabase> =>
  createDatabase(`template ${template} strategy file_copy`);

/** A copy of a database to which nothing is connected. */
export const copiedDatabase = ({ env }: TestDatabase): Promise<TestDatabase> =>
  createDatabase(`template ${new URL(env.DATABASE_URL).pathname.slice(1)} strategy file_copy`);

async function createDatabase(from: string): Promise<TestDatabase> {
  const server = inject('server');
  const name = `process_${randomUUID().replaceAll('-', '')}`;
  const run = async (url: string, text: string, values: unknown[] = []): Promise<pg.QueryResultRow[]> => {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  await run(server.superuser, `create database ${name} ${from} owner keyward_owner`);
  onTestFinished(async () => {
    await run(server.superuser, `drop database ${name} with (force)`);
  });
  return {
    env: {
      DATABASE_URL: withDatabase(server.service, name),
      MIGRATION_DATABASE_URL: withDatabase(server.owner, name),
      MASTER_KEY: testMasterKey,
    },
    sql: async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      (await run(withDatabase(server.superuser, name), text, values)) as Row[],
    asService: (text) => run(withDatabase(server.service, name), text),
    async hold(table) {
      const client = new pg.Client(withDatabase(server.superuser, name));
      client.on('error', () => {}); // the test may end first and drop the database
      await client.connect();
      await client.query(`begin; lock table ${table}`);
      const waiting = 'select from pg_locks where relation = to_regclass($1) and not granted';
      return {
        waiters: async () => (await client.query(waiting, [table])).rowCount ?? 0,
        release: () => client.end(),
      };
    },
  };
}

/** A statement as the superuser of the embedded Postgres in a data folder. */
export async function embeddedSql<Row extends pg.QueryResultRow>(
  folder: string,
  text: string,
): Promise<Row[]> {
  const lines = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const { superuser }: { superuser: string } = JSON.parse(
    readFileSync(join(folder, 'postgres.json'), 'utf8'),
  );
  const client = new pg.Client(`postgres://postgres:${superuser}@127.0.0.1:${lines[3]}/keyward`);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
