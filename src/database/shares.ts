import type { Pool, PoolClient } from 'pg';
import { behalf } from '../platform/on-behalf.ts';
import { type GiveBack, turns } from '../platform/turns.ts';

/** How requests share the connections of a pool. */
export interface Shares {
  /** Connections that requests may hold together. The process keeps the others for its own work. */
  places: number;
  /** Connections that the requests of one tenant may hold. */
  ofOne: number;
}

/** As long as the pool itself waits for a connection. */
const waitMs = 5_000;
const mostWaiting = 200;

type Lent = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/**
 * Lets requests share a pool fairly. A tenant holds at most `ofOne` connections, also those whose statements wait for a
 * lock. Its other calls wait in a queue, in which tenants take turns. The process's own work never waits here.
 *
 * A connection that is asked for on behalf of a tenant throws {RateLimited} when the tenant keeps its share busy, and
 * {Failure} SERVICE_UNAVAILABLE when other tenants hold all places.
 */
export function shareFairly(pool: Pool, { places, ofOne }: Shares): void {
  const take = turns({ places: Math.max(1, places), ofOne: Math.max(1, ofOne), mostWaiting, waitMs });
  const held = new Map<PoolClient, GiveBack>();
  pool.on('release', (_error, client) => {
    held.get(client)?.();
    held.delete(client);
  });
  const connect = pool.connect.bind(pool);

  const connectFor = async (orgId: string): Promise<PoolClient> => {
    const giveBack = await take(orgId);
    try {
      const client = await connect();
      held.set(client, giveBack);
      return client;
    } catch (error) {
      giveBack();
      throw error;
    }
  };

  function shared(): Promise<PoolClient>;
  function shared(lent: Lent): void;
  function shared(lent?: Lent): Promise<PoolClient> | void {
    const of = behalf();
    if (!of) return lent ? connect(lent) : connect();
    const lending = connectFor(of.orgId);
    if (!lent) return lending;
    // The pool asks by callback for a single statement.
    void lending.then(
      (client) => lent(undefined, client, (error) => client.release(error)),
      (error: Error) => lent(error, undefined, () => undefined),
    );
  }
  pool.connect = shared;
}
