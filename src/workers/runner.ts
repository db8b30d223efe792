import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger, type Runner, run, type Task, type WorkerEvents } from 'graphile-worker';
import type { PoolClient } from 'pg';
import type { Database } from '../database/open.ts';
import type { Log } from '../log.ts';
import { type TaskName, rearm } from '../queue.ts';
import { tasks } from './index.ts';

export interface Workers {
  /** Whether jobs are being taken now. */
  isRunning(): boolean;
  /** Waits for the jobs that run and takes no more; nothing stays locked. */
  stop(): Promise<void>;
}

export interface WorkerParts {
  database: Database;
  log: Log;
  jobDone(task: string, outcome: 'success' | 'failure', seconds: number): void;
}

const restartMs = 1_000;

/** Starts the workers of this process, and starts them again whenever the database has taken them down. */
export function startWorkers(parts: WorkerParts): Workers {
  const stopping = new AbortController();
  let current: Runner | undefined;

  const supervise = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await runOnce(parts, stopping.signal, (runner) => {
          current = runner;
        });
      } catch (error) {
        parts.log.warn({ err: error }, 'the workers stopped; starting them again');
      }
      current = undefined;
      if (!stopping.signal.aborted) await wait(restartMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const done = supervise();

  return {
    isRunning: () => current !== undefined,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

async function runOnce(parts: WorkerParts, stop: AbortSignal, started: (runner: Runner) => void): Promise<void> {
  const { database, log } = parts;
  const alive = await database.pool.connect();
  try {
    await alive.query(unlockDead);
    const events: WorkerEvents = new EventEmitter();
    events.on('worker:create', ({ worker }) => markAlive(alive, worker.workerId));
    const names = Object.keys(tasks) as TaskName[];
    for (const name of names) await rearm(database.pool, name, 0);
    const runner = await run({
      pgPool: database.pool,
      taskList: Object.fromEntries(names.map((name) => [name, repeating(name, parts)])),
      concurrency: 2,
      noHandleSignals: true,
      pollInterval: 2_000,
      events,
      logger: new Logger(() => (level, message) => {
        if (level === 'error') log.error(message);
        else if (level === 'warning') log.warn(message);
        else log.trace(message);
      }),
      // Without these a job stays locked for four hours when the process stops right after it.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    started(runner);
    const end = (): void => void runner.stop().catch(() => undefined);
    if (stop.aborted) end();
    else stop.addEventListener('abort', end, { once: true });
    await runner.promise;
  } finally {
    // The connection carries the locks that say "alive": it must end, not go back.
    alive.release(true);
  }
}

/** A failing run is reported and does not keep the next one from its time. */
const repeating =
  (name: TaskName, { database, log, jobDone }: WorkerParts): Task =>
  async () => {
    const started = performance.now();
    const seconds = (): number => (performance.now() - started) / 1000;
    try {
      await tasks[name].run(database);
      jobDone(name, 'success', seconds());
    } catch (error) {
      jobDone(name, 'failure', seconds());
      log.error({ err: error, task: name }, 'a task failed');
    }
    await rearm(database.pool, name, tasks[name].everySeconds);
  };

/** A worker is alive as long as this session holds the advisory lock of its name. */
function markAlive(session: PoolClient, workerId: string): void {
  session.query('select pg_advisory_lock(hashtextextended($1, 0))', [workerId]).catch(() => undefined);
}

/** Jobs whose worker is dead, a killed process of ours, would stay locked for four hours. */
const unlockDead = `
with dead as (
  select locked_by from (select distinct locked_by from graphile_worker.jobs where locked_by is not null) as w
   where pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))
)
select graphile_worker.force_unlock_workers(array(select locked_by from dead))`;
