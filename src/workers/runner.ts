import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger, type Runner, run, type Task, type WorkerEvents } from 'graphile-worker';
import type { PoolClient } from 'pg';
import { numbered, sql } from '../lib/sql.ts';
import type { Log } from '../platform/log.ts';
import { noTracer, type Tracer, within } from '../platform/tracing.ts';
import { handOver } from '../platform/sql/tenant-jobs.ts';
import { arm, classOf, rearm, type RepeatingTaskName, type TenantTaskName } from '../platform/queue.ts';
import { repeatingTasks, type RepeatingParts, tenantTasks } from './index.ts';

export interface Workers {
  /** Whether they have been started: they do what is there, or wait for the database to come back. */
  isStarted(): boolean;
  /** Resolves when they have been started, or are stopped. */
  started: Promise<void>;
  /** Waits for the jobs that run and takes no more; nothing stays locked. */
  stop(): Promise<void>;
}

export interface WorkerParts extends RepeatingParts {
  log: Log;
  jobDone: (task: string, outcome: 'success' | 'failure', seconds: number) => void;
  tracer?: Tracer;
}

const restartMs = 1_000;
/**
 * The number of tasks that one process runs at a time. The jobs of tenants have places of their own
 * (tenant-jobs.ts).
 */
const concurrency = 2;
const unlockEveryMs = 30_000;

/** Starts the house-keeping of this process, and starts them again whenever the database has taken them down. */
export function startWorkers(parts: WorkerParts): Workers {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isStarted = false;
  let tell = (): void => undefined;
  const started = new Promise<void>((done) => {
    tell = done;
  });
  const begun = (): void => {
    isStarted = true;
    tell();
  };

  const supervise = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await runOnce(parts, signal, begun);
        if (!signal.aborted)
          parts.log.warn('the workers lost the connection to the database; restarting them');
      } catch (error) {
        parts.log.warn({ err: error }, 'the workers stopped; restarting them');
      }
      if (!signal.aborted) await wait(restartMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const done = supervise();

  return {
    isStarted: () => isStarted,
    started,
    async stop() {
      stopping.abort();
      tell();
      await done;
    },
  };
}

/** Works until told to stop, or until the session that says "alive" is lost. */
async function runOnce(parts: WorkerParts, signal: AbortSignal, begun: () => void): Promise<void> {
  const { pool } = parts.database;
  const life = await pool.connect();
  let runner: Runner | undefined;
  let ended = signal.aborted;
  const end = (): void => {
    if (!ended) runner?.stop().catch(() => undefined);
    ended = true;
  };
  signal.addEventListener('abort', end);
  // Without its locks others take us for dead and our jobs for theirs.
  life.once('end', end);
  const unlocking = setInterval(() => {
    pool.query(numbered(unlockDead)).catch(() => undefined); // the next time will do
  }, unlockEveryMs);
  try {
    await pool.query(numbered(unlockDead));
    await arm(pool, repeatingNames);
    if (ended) return;
    const events: WorkerEvents = new EventEmitter();
    const worn = wornOut(events);
    runner = await startRunner(parts, life, events);
    begun();
    // It may have been told to end before there was a runner to stop.
    if (ended) runner.stop().catch(() => undefined);
    await Promise.race([runner.promise, worn]);
  } finally {
    clearInterval(unlocking);
    signal.removeEventListener('abort', end);
    life.off('end', end);
    // The connection carries the locks: it must end, not go back.
    life.release(true);
  }
}

/**
 * Resolves when the end of a job could not be written, which ends the runner, and every worker has stopped. The
 * runner's own promise may then never settle: after two such jobs it waits for a third (graphile/worker issue 636).
 */
function wornOut(events: WorkerEvents): Promise<void> {
  return new Promise((done) => {
    let hasFailed = false;
    let working = concurrency;
    const look = (): void => {
      if (hasFailed && working === 0) done();
    };
    events.on('pool:fatalError', () => {
      hasFailed = true;
      look();
    });
    events.on('worker:stop', () => {
      working--;
      look();
    });
  });
}

const repeatingNames = Object.keys(repeatingTasks) as RepeatingTaskName[];
const tenantNames = Object.keys(tenantTasks) as TenantTaskName[];

const startRunner = (parts: WorkerParts, life: PoolClient, events: WorkerEvents): Promise<Runner> =>
  run({
    events,
    pgPool: parts.database.pool,
    taskList: Object.fromEntries([
      ...repeatingNames.map((name) => [name, repeating(name, parts)]),
      ...tenantNames.map((name) => [name, handedOver(name, parts)]),
    ]),
    concurrency,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') parts.log.error(message);
      else if (level === 'warning') parts.log.warn(message);
      else parts.log.trace(message);
    }),
    preset: {
      plugins: [
        {
          name: 'keyward-alive',
          version: '1.0.0',
          worker: { hooks: { startWorker: (_, { worker }) => markAlive(life, worker.workerPool.id) } },
        },
      ],
      // Without these a job stays locked for four hours when the process stops right after it.
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    },
  });

/** A failing run is reported and does not keep the next one from its time. */
const repeating =
  (name: RepeatingTaskName, { log, jobDone, tracer = noTracer, ...parts }: WorkerParts): Task =>
  async () => {
    const started = performance.now();
    const seconds = (): number => (performance.now() - started) / 1000;
    try {
      const span = tracer.start(`job ${name}`, 'internal', { 'keyward.job.task': name });
      await within(span, () => repeatingTasks[name].run({ ...parts, log }));
      jobDone(name, 'success', seconds());
    } catch (error) {
      jobDone(name, 'failure', seconds());
      log.error({ err: error, task: name }, 'a task failed');
    }
    await rearm(parts.database.pool, name, repeatingTasks[name].everySeconds);
  };

/** Nodes of the release before, while they are replaced, leave here what tenants ask for. To be dropped with the next release. */
const handedOver =
  (name: TenantTaskName, { database }: WorkerParts): Task =>
  (payload) =>
    handOver(database.pool, { class: classOf[name], task: name, payload });

/**
 * A pool of workers, the name jobs are locked by, is alive as long as a session holds the advisory lock of its name.
 * It has the lock before it takes its first job.
 */
async function markAlive(life: PoolClient, poolId: string): Promise<void> {
  await life.query(numbered(sql`select pg_advisory_lock(hashtextextended(${poolId}, 0))`));
}

/**
 * Jobs whose workers are dead, of a killed process, would stay locked for four hours. Not to be asked by the session
 * that holds the locks: a lock never stands in the way of its own session.
 */
const unlockDead = sql`
with dead as (
  select locked_by from (select distinct locked_by from graphile_worker.jobs where locked_by is not null) as w
   where pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))
)
select graphile_worker.force_unlock_workers(array(select locked_by from dead))`;
