import type { Pool } from 'pg';
import { isClosedForRestore } from './sql/is-closed.ts';

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

const closedLookMs = 1_000;
const openLookMs = 5_000;

/**
 * Looks once at the start, then every second while it is closed, and every five seconds while it is open.
 * @param closedAgain is called when the database of an open node was restored. Its workers run, so the process must end
 */
export async function restoreGate(probe: Pick<Pool, 'query'>, closedAgain: () => void): Promise<RestoreGate> {
  let closed = await isClosedForRestore(probe);
  let open = (): void => undefined;
  const opened = new Promise<void>((done) => {
    open = done;
  });
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const found = await isClosedForRestore(probe);
    const again = found && !closed;
    closed = found;
    if (again) closedAgain();
    if (!closed) open();
  };
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const wait = (): void => {
    if (stopped || timer) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        // A database that does not answer leaves the node as it is.
        looking = look()
          .catch(() => undefined)
          .finally(wait);
      },
      closed ? closedLookMs : openLookMs,
    );
    timer.unref();
  };
  wait();
  if (!closed) open();
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
