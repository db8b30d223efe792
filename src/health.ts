import type { Config } from './config.ts';
import type { Database } from './database/open.ts';
import { readPartitions } from './queries/read-partitions.ts';
import { readQueue } from './queries/read-queue.ts';

/** Whether this process can do its work, and what stands in the way. */
export interface Health {
  status: 'ok' | 'failing';
  checks: Record<string, string>;
}

/** A ready job that waits longer than this means that nobody works. */
const mostLagSeconds = 60;

const daySeconds = 86_400;
/** Twelve weeks are made; with less than this left nobody has made any for two months. */
const fewestDaysAhead = 28;

/** Anybody may ask, as often as they like: what was found of the database serves all who ask within this time. */
const freshMs = 1_000;

/** What a look has found: every check, and those that only warn. */
interface Found {
  checks: Health['checks'];
  warnings: ReadonlySet<string>;
}

/** @returns a function that looks at everything this process needs; a node that does not work does not mind a lag */
export function healthReader(
  { orm, pool }: Pick<Database, 'orm' | 'pool'>,
  role: Config['role'],
  isStopping: () => boolean,
  /** @returns what is wrong with this process's master keys */
  masterKeyFault: () => Promise<string | undefined>,
): () => Promise<Health> {
  const lookAtDatabase = async (): Promise<Found> => {
    const checks: Health['checks'] = {};
    const warnings = new Set<string>();
    try {
      const { lagSeconds } = await readQueue(pool);
      checks['database'] = 'ok';
      if (role !== 'api') {
        checks['worker'] =
          lagSeconds > mostLagSeconds ? `jobs have waited ${Math.round(lagSeconds)} s` : 'ok';
      }
      checks['masterKey'] = (await masterKeyFault()) ?? 'ok';
      const pending = await orm.migrator.getPending();
      checks['migrations'] = pending.length === 0 ? 'ok' : `${pending.length} pending`;
      const partitions = await lookAtPartitions(pool);
      checks['partitions'] = partitions.check;
      if (partitions.warning) warnings.add('partitions');
    } catch {
      checks['database'] = 'unreachable';
    }
    return { checks, warnings };
  };
  const database = shared(lookAtDatabase);

  return async () => {
    const found = await database();
    const checks = { process: isStopping() ? 'stopping' : 'ok', ...found.checks };
    const failing = Object.entries(checks).some(
      ([name, check]) => check !== 'ok' && !found.warnings.has(name),
    );
    return { status: failing ? 'failing' : 'ok', checks };
  };
}

/** Those that end soon only warn: who is told that a process is not ready takes it away weeks before it must be. */
async function lookAtPartitions(pool: Database['pool']): Promise<{ check: string; warning: boolean }> {
  const [least] = (await readPartitions(pool)).toSorted((a, b) => a.secondsAhead - b.secondsAhead);
  if (!least || least.secondsAhead >= fewestDaysAhead * daySeconds) return { check: 'ok', warning: false };
  const days = Math.floor(least.secondsAhead / daySeconds);
  return least.secondsAhead > 0
    ? { check: `those of ${least.table} end in ${days} days`, warning: true }
    : { check: `${least.table} has none for today`, warning: false };
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
