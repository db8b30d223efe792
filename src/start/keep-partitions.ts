import type { Pool } from 'pg';
import type { Log } from '../platform/log.ts';
import { makePartitions } from '../platform/sql/partitions.ts';

const dayMs = 86_400_000;

/**
 * Makes the partitions of the weeks to come once a day, in every process of any role. Without them nothing can be
 * written, not even that a key was used. Processes that only answer must not fail because no worker runs.
 */
export function keepPartitions({ pool, log }: { pool: Pool; log: Pick<Log, 'error'> }): {
  stop(): Promise<void>;
} {
  let making: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    making = makePartitions(pool).catch((error: unknown) => {
      log.error({ err: error }, 'the partitions of the next weeks could not be created');
    });
  }, dayMs);
  return {
    async stop() {
      clearInterval(timer);
      await making;
    },
  };
}
