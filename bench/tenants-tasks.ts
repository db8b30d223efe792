// Measures the cost of each periodic task, and of each look for work, in a minute without due work.
import pg from 'pg';
import { openDatabase } from '../src/database/open.ts';
import type { Mailer } from '../src/platform/mail.ts';
import { claimTenantJobs } from '../src/platform/sql/tenant-jobs.ts';
import { createVault } from '../src/platform/vault.ts';
import { claimDeliveries } from '../src/webhooks/sql/delivery-queue.ts';
import { repeatingTasks } from '../src/workers/index.ts';
import { treeCpuMicros } from './cpu.ts';
import type { Rig } from './rig.ts';

/** In a minute. */
export interface TaskCost {
  name: string;
  everySeconds: number;
  statements: number;
  /** Rows that Postgres read. */
  rows: number;
  /** Pages of tables and indexes that Postgres looked at. */
  pages: number;
  /** CPU milliseconds of this process and of Postgres: the mean of several runs. */
  cpu: number;
}

const poolSize = 5;

interface Looked {
  rows: number;
  pages: number;
}

/** Runs each task twice: the first run does what the start of a database leaves. Nothing is due in the second. */
export async function taskCosts(rig: Rig<unknown>): Promise<TaskCost[]> {
  const database = await openDatabase(rig.databaseUrl, poolSize);
  const vault = createVault([Buffer.from(rig.masterKey, 'base64')]);
  const mailer = { forgetOld: () => Promise.resolve() } as unknown as Mailer;
  const endings = {} as Parameters<(typeof repeatingTasks)['offboard-users']['run']>[0]['endings'];
  const given = { database, mailer, vault, geoIp: undefined, endings };
  const works = Object.entries(repeatingTasks).map(([name, { run, everySeconds }]) => ({
    name,
    everySeconds,
    run: () => run(given),
  }));
  const { pool } = database;
  const deliveries = {
    most: 900,
    sending: new Map(),
    slots: 20,
    failingSlots: 5,
    sendingOfTenants: new Map(),
  };
  const looks = [
    { name: 'look for deliveries', everySeconds: 1, run: () => claimDeliveries(pool, deliveries) },
    ...['mail', 'call', 'work', 'replay'].map((name) => ({
      name: `look for jobs: ${name}`,
      everySeconds: 2,
      run: () => claimTenantJobs(pool, { class: name, free: 4, running: [], perAddress: 4 }),
    })),
  ];
  const statements = countStatements();
  const costs: TaskCost[] = [];
  for (const { name, everySeconds, run } of [...works, ...looks]) {
    await run();
    const before = await lookedAt(pool, rig.probe);
    statements.forget();
    await run();
    const sent = statements.count();
    const after = await lookedAt(pool, rig.probe);
    const times = 60 / everySeconds;
    const cpu = await cpuOf(rig, run);
    costs.push({
      name,
      everySeconds,
      statements: sent * times,
      rows: (after.rows - before.rows) * times,
      pages: (after.pages - before.pages) * times,
      cpu: cpu * times,
    });
  }
  statements.end();
  await database.close();
  return costs;
}

/** The clock of a process counts hundredths of a second, so a short run is repeated for this time. */
const cpuMs = 1_500;

/** CPU milliseconds of one run. */
async function cpuOf({ postmaster }: Rig<unknown>, run: () => Promise<unknown>): Promise<number> {
  const micros = (): number => {
    const { user, system } = process.cpuUsage();
    return (
      user + system + (postmaster === undefined ? Number.NaN : (treeCpuMicros(postmaster) ?? Number.NaN))
    );
  };
  const [began, before] = [performance.now(), micros()];
  let runs = 0;
  do {
    await run();
    runs++;
  } while (performance.now() - began < cpuMs);
  return (micros() - before) / 1_000 / runs;
}

/**
 * Returns the rows and pages that all sessions read so far. Postgres may report them ten seconds after a
 * transaction, so each session is asked to report now.
 */
async function lookedAt(pool: pg.Pool, probe: pg.Client): Promise<Looked> {
  const sessions = await Promise.all(Array.from({ length: poolSize }, () => pool.connect()));
  await Promise.all(sessions.map((session) => session.query('select pg_stat_force_next_flush()')));
  for (const session of sessions) session.release();
  const { rows } = await probe.query<Looked>(`
    select sum(s.seq_tup_read + coalesce(s.idx_tup_fetch, 0))::float8 as rows,
           sum(i.heap_blks_hit + i.heap_blks_read + coalesce(i.idx_blks_hit + i.idx_blks_read, 0))::float8 as pages
      from pg_stat_user_tables s join pg_statio_user_tables i using (relid) where s.schemaname = 'public'`);
  if (!rows[0]) throw new Error('Postgres returned no sums');
  return rows[0];
}

/** Counts what this process sends to Postgres. */
function countStatements(): { forget(): void; count(): number; end(): void } {
  const query: unknown = Reflect.get(pg.Client.prototype, 'query');
  let count = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    count++;
    return Reflect.apply(query as () => unknown, this, given) as never;
  };
  return {
    forget: () => (count = 0),
    count: () => count,
    end: () => (pg.Client.prototype.query = query as typeof pg.Client.prototype.query),
  };
}
