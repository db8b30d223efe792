import type { Config } from './config.ts';
import type { Database } from './database/open.ts';
import { readQueue } from './queries/read-queue.ts';

/** Whether this process can do its work, and what stands in the way. */
export interface Health {
  status: 'ok' | 'failing';
  checks: Record<string, string>;
}

/** A ready job that waits longer than this means that nobody works. */
const mostLagSeconds = 60;

/** Anybody may ask, as often as they like: what was found of the database serves all who ask within this time. */
const freshMs = 1_000;

/** @returns a function that looks at everything this process needs; a node that does not work does not mind a lag */
export function healthReader(
  { orm, pool }: Pick<Database, 'orm' | 'pool'>,
  role: Config['role'],
  isStopping: () => boolean,
): () => Promise<Health> {
  const lookAtDatabase = async (): Promise<Health['checks']> => {
    const checks: Health['checks'] = {};
    try {
      const { lagSeconds } = await readQueue(pool);
      checks['database'] = 'ok';
      if (role !== 'api') {
        checks['worker'] =
          lagSeconds > mostLagSeconds ? `jobs have waited ${Math.round(lagSeconds)} s` : 'ok';
      }
      const pending = await orm.migrator.getPending();
      checks['migrations'] = pending.length === 0 ? 'ok' : `${pending.length} pending`;
    } catch {
      checks['database'] = 'unreachable';
    }
    return checks;
  };
  const database = shared(lookAtDatabase);

  return async () => {
    const found = await database();
    const checks = { process: isStopping() ? 'stopping' : 'ok', ...found };
    const failing = Object.values(checks).some((check) => check !== 'ok');
    return { status: failing ? 'failing' : 'ok', checks };
  };
}

/** Callers share the look that runs, and what it found for {@link freshMs} after it ended. */
function shared<Found>(look: () => Promise<Found>): () => Promise<Found> {
  let last: Promise<Found> | undefined;
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
