import type { Pool, PoolClient } from 'pg';
import { behalf } from '../on-behalf.ts';
import { type GiveBack, turns } from '../turns.ts';

/** How the connections of a pool are divided. */
export interface Shares {
  /** All connections of the pool. */
  size: number;
  /** Connections that requests leave to the process itself: its tasks, its timers, and what it listens with. */
  kept: number;
}

/** As long as the pool itself waits for a connection. */
const waitMs = 5_000;
const mostWaiting = 200;

type Lent = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void;

/**
 * Lets requests share a pool fairly. A tenant holds at most a third of the connections, also those whose statements wait
 * for a lock. Its other calls wait in a queue, in which tenants take turns. All tenants together leave `kept` connections
 * to the process, whose own work never waits here.
 *
 * A connection that is asked for on behalf of a tenant throws {RateLimited} when the tenant keeps its share busy, and
 * {Failure} SERVICE_UNAVAILABLE when others hold all connections.
 */
export function shareFairly(pool: Pool, { size, kept }: Shares): void {
  const take = turns({
    places: Math.max(1, size - kept),
    ofOne: Math.max(1, Math.floor(size / 3)),
    mostWaiting,
    waitMs,
  });
  const places = new Map<PoolClient, GiveBack>();
  pool.on('release', (_error, client) => {
    places.get(client)?.();
    places.delete(client);
  });
  const connect = pool.connect.bind(pool);

  const connectFor = async (orgId: string): Promise<PoolClient> => {
    const giveBack = await take(orgId);
    try {
      const client = await connect();
      places.set(client, giveBack);
      return client;
    } catch (error) {
      giveBack();
      throw error;
    }
  };

  function shared(): Promise<PoolClient>;
  function shared(lent: Lent): void;
  function shared(lent?: Lent): Promise<PoolClient> | void {
    // By callback the pool itself asks, for a single statement of the process.
    if (lent) return connect(lent);
    const of = behalf();
    return of ? connectFor(of.orgId) : connect();
  }
  pool.connect = shared;
}
