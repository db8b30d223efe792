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

/** @returns a function that looks at everything this process needs; a node that does not work does not mind a lag */
export function healthReader(
  { orm, pool }: Database,
  role: Config['role'],
  isStopping: () => boolean,
): () => Promise<Health> {
  return async () => {
    const checks: Record<string, string> = { process: isStopping() ? 'stopping' : 'ok' };
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
    const failing = Object.values(checks).some((check) => check !== 'ok');
    return { status: failing ? 'failing' : 'ok', checks };
  };
}
