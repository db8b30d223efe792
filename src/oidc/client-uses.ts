import type { Pool } from 'pg';
import type { Log } from '../platform/log.ts';
import { writeSoon } from '../platform/write-soon.ts';
import { addClientUses, type ClientUses } from './sql/client-hours.ts';

/** Requests of clients, on their way to the audit log. */
export interface ClientUseNotes {
  /** Costs a look into a map; no client waits for the database. */
  note(use: Omit<ClientUses, 'uses'>): void;
  /** Writes what is not written yet. */
  stop(): Promise<void>;
}

/** The number of clients and outcomes. Further ones within the second are not counted, or the memory could be filled. */
const mostKinds = 10_000;

/**
 * Adds requests of clients up and writes them once a second. If the database is away, they are kept for the next second. A node that is
 * killed loses a second.
 */
export function clientUses(pool: Pool, log: Pick<Log, 'warn'>): ClientUseNotes {
  let waiting = new Map<string, ClientUses>();
  const nameOf = ({ orgId, clientId, outcome }: Omit<ClientUses, 'uses'>): string =>
    `${orgId}\n${clientId}\n${outcome}`;
  const add = (use: ClientUses): void => {
    const name = nameOf(use);
    const known = waiting.get(name);
    if (known) {
      known.uses += use.uses;
      known.address = use.address;
    } else if (waiting.size < mostKinds) waiting.set(name, use);
  };
  const soon = writeSoon({
    lastTries: 3,
    async write() {
      const uses = waiting;
      waiting = new Map();
      if (uses.size === 0) return false;
      try {
        await addClientUses(pool, [...uses.values()]);
        return false;
      } catch (error) {
        log.warn({ err: error }, 'requests of clients could not be counted yet');
        for (const [name, use] of uses) {
          const later = waiting.get(name);
          if (later) later.uses += use.uses;
          else waiting.set(name, use);
        }
        return true;
      }
    },
  });
  return {
    note(use) {
      add({ ...use, uses: 1 });
      soon.arm();
    },
    stop: soon.stop,
  };
}
