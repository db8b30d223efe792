import type { Pool, PoolClient } from 'pg';

/**
 * Closes pools in bounded time. A pool that ends waits for every connection that is lent. If a statement waits for a lock
 * that is not released, the pool never ends.
 */
export interface EndInTime {
  /** Remembers the connections of a pool that was just made. */
  watch(pool: Pool): void;
  /**
   * Runs `end`, and breaks off the statements that run longer than the time.
   * @returns how many connections were broken off
   */
  close(end: () => Promise<unknown>): Promise<number>;
}

/** @param milliseconds how long statements may go on */
export function endInTime(milliseconds: number): EndInTime {
  const clients = new Set<PoolClient>();
  return {
    watch(pool) {
      pool.on('connect', (client) => {
        clients.add(client);
        client.once('end', () => clients.delete(client));
      });
    },
    async close(end) {
      const broken = new Set<PoolClient>();
      // The driver destroys the connection of a statement that runs, and Postgres rolls it back. Again and again, because a
      // connection may be made late, and because the timer keeps the process alive until all has ended.
      const breakOff = setInterval(() => {
        for (const client of clients) {
          broken.add(client);
          client.end().catch(() => undefined);
        }
      }, milliseconds);
      try {
        await end();
        return broken.size;
      } finally {
        clearInterval(breakOff);
      }
    },
  };
}
