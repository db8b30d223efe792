import type { Pool, PoolClient } from 'pg';

/** Closes pools in bounded time. A pool that ends waits for every connection that is lent: for ever, if its statement waits for a lock. */
export interface EndInTime {
  /** Remembers the connections of a pool that was just made. */
  watch(pool: Pool): void;
  /** Runs `end`, and after the time breaks off the statements that still run. */
  close(end: () => Promise<unknown>): Promise<void>;
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
      // The driver destroys the connection of a statement that runs, and Postgres rolls it back.
      const breakOff = setTimeout(() => {
        for (const client of clients) client.end().catch(() => undefined);
      }, milliseconds);
      try {
        await end();
      } finally {
        clearTimeout(breakOff);
      }
    },
  };
}
