import type { Pool, PoolClient } from 'pg';

/** Longer than anyone needs who gives back what he was lent. */
const graceMs = 1_000;

/**
 * Gives the pool back the places of connections that were lost while they were lent. Kysely, under the entity manager,
 * keeps a connection whose rollback or commit fails. Each of them would otherwise leave the pool one place smaller for
 * good.
 */
export function giveBackLost(pool: Pool): void {
  const lent = new Set<PoolClient>();
  pool.on('acquire', (client) => lent.add(client));
  pool.on('release', (_error, client) => lent.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      const giveBack = (): void => {
        if (lent.has(client)) client.release(true);
      };
      setTimeout(giveBack, graceMs).unref();
    });
  });
}
