import type { Pool } from 'pg';
import { isClosedForRestore } from './sql/restores.ts';

/** Whether a node serves. A node on a restored database stays closed until the operator opens it (docs/backup.md). */
export interface RestoreGate {
  /** Costs nothing: requests call it. */
  isClosed: () => boolean;
  /** Asks the database again. @returns what readiness shows while the node is closed */
  fault: () => Promise<string | undefined>;
  /** Resolves when the node is open for the first time. */
  opened: Promise<void>;
  stop: () => Promise<void>;
}

const lookEveryMs = 1_000;

/**
 * Looks once at the start, and every second while it is closed. A node that was open when its database was restored learns of the
 * restore by the next look of readiness.
 */
export async function restoreGate(probe: Pick<Pool, 'query'>): Promise<RestoreGate> {
  let closed = await isClosedForRestore(probe);
  let open = (): void => undefined;
  const opened = new Promise<void>((done) => {
    open = done;
  });
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    closed = await isClosedForRestore(probe);
    if (closed) wait();
    else open();
  };
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const wait = (): void => {
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      // A database that does not answer keeps the node closed.
      looking = look().catch(() => wait());
    }, lookEveryMs);
  };
  if (closed) wait();
  else open();
  return {
    isClosed: () => closed,
    async fault() {
      await look();
      return closed ? 'closed: run make reconcile, then make open' : undefined;
    },
    opened,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
