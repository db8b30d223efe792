import type { Database } from './open.ts';
import { lackingMigrations } from './lacking-migrations.ts';
import { readPartitions } from '../platform/sql/partitions.ts';
import { readMigrations } from './sql/read-migrations.ts';
import { requireWritable } from './sql/require-writable.ts';
import { lacksCode } from '../lib/code-at-first-use.ts';
import { errorCode } from '../lib/error-code.ts';

/** Whether this process can do its work, and what stands in the way. */
export interface Health {
  status: 'ok' | 'failing';
  checks: Record<string, string>;
}

const daySeconds = 86_400;
/** Twelve weeks are made ahead. If less than this is left, no process has made any partition for two months. */
const fewestDaysAhead = 28;

/** Anybody may ask, as often as they like: what was found of the database serves all who ask within this time. */
const freshMs = 1_000;

/** The result of a look at the database: every check, and the names of checks that only warn. */
interface Found {
  checks: Health['checks'];
  warnings: ReadonlySet<string>;
}

export interface ProcessState {
  isStopping: () => boolean;
  /** Whether the workers of this process were started; absent where the role has none. */
  isWorking?: () => boolean;
  /** Tells what is wrong with the master keys of this process. */
  masterKeyFault: () => Promise<string | undefined>;
  /** Tells why a restored database is closed. */
  restoreFault: () => Promise<string | undefined>;
}

/**
 * Tells whether this process can do its work. It does not check how long jobs wait: jobs may wait for receivers or for a mail
 * server. A process that is removed for that cannot answer requests. `keyward_jobs_lag_seconds` and an alert report the wait.
 * @returns a function that looks at everything this process needs
 */
export function healthReader(
  { probe }: Pick<Database, 'probe'>,
  { isStopping, isWorking, masterKeyFault, restoreFault }: ProcessState,
): () => Promise<Health> {
  const lookAtDatabase = async (): Promise<Found> => {
    const checks: Health['checks'] = {};
    const warnings = new Set<string>();
    try {
      const done = await readMigrations(probe);
      await requireWritable(probe);
      checks['database'] = 'ok';
      checks['masterKey'] = (await masterKeyFault()) ?? 'ok';
      const closed = await restoreFault();
      if (closed !== undefined) checks['restore'] = closed;
      const pending = lackingMigrations(done).length;
      checks['migrations'] = pending === 0 ? 'ok' : `${pending} pending`;
      const partitions = await lookAtPartitions(probe);
      checks['partitions'] = partitions.check;
      if (partitions.warning) warnings.add('partitions');
    } catch (error) {
      checks['database'] = errorCode(error) === '25006' ? 'read-only' : 'unreachable';
    }
    return { checks, warnings };
  };
  const database = shared(lookAtDatabase);

  return async () => {
    const found = await database();
    const checks = {
      process: isStopping() ? 'stopping' : 'ok',
      // A module whose load failed may stay failed until the process ends.
      ...(lacksCode() && {
        code: 'not loaded, because files of the service are missing or changed; restart it',
      }),
      ...(isWorking && { worker: isWorking() ? 'ok' : 'not started' }),
      ...found.checks,
    };
    const failing = Object.entries(checks).some(
      ([name, check]) => check !== 'ok' && !found.warnings.has(name),
    );
    return { status: failing ? 'failing' : 'ok', checks };
  };
}

/**
 * Checks how long the partitions last. Partitions that end soon only warn: an orchestrator that reads "not
 * ready" would remove the process weeks before it must.
 */
async function lookAtPartitions(pool: Database['probe']): Promise<{ check: string; warning: boolean }> {
  const [least] = (await readPartitions(pool)).toSorted((a, b) => a.secondsAhead - b.secondsAhead);
  if (!least || least.secondsAhead >= fewestDaysAhead * daySeconds) return { check: 'ok', warning: false };
  const days = Math.floor(least.secondsAhead / daySeconds);
  return least.secondsAhead > 0
    ? { check: `the partitions of ${least.table} end in ${days} days`, warning: true }
    : { check: `${least.table} has no partition for today`, warning: false };
}

/** Callers share the look that runs, and what it found for {@link freshMs} after it ended. */
function shared<Result>(look: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<Result> | undefined;
  let endsAt = Infinity;
  return () => {
    if (last && performance.now() < endsAt) return last;
    endsAt = Infinity;
    last = look().finally(() => {
      endsAt = performance.now() + freshMs;
    });
    return last;
  };
}
