import { onOwnBehalf } from './on-behalf.ts';

/** A writer of what a process collects in memory. A process that is killed loses at most the last second. */
export interface SoonWriter {
  /** Plans a write for the next second. Call it when something was collected. */
  arm: () => void;
  /** Writes at once, after the write that runs already: everything that was collected before the call is written. */
  now: () => Promise<void>;
  /** Writes the rest. Plans no further write. */
  stop: () => Promise<void>;
}

export interface WriteSoonOptions {
  /**
   * Writes what was collected, and handles its own failures.
   * @param last whether the process stops
   * @returns whether something is left, which is written in the next second
   */
  write: (last: boolean) => Promise<boolean>;
  everyMs?: number;
  /** How often `stop` writes while something is left. */
  lastTries?: number;
}

/**
 * Returns a writer that writes each second while there is something to write. One write runs at a time. It counts as the
 * process's own work, because it holds what the requests of many tenants left.
 */
export function writeSoon({ write, everyMs = 1_000, lastTries = 1 }: WriteSoonOptions): SoonWriter {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<boolean> | undefined;
  let stopped = false;

  const arm = (): void => {
    if (!stopped) timer ??= setTimeout(() => void flush(false), everyMs).unref();
  };

  const flush = async (last: boolean): Promise<boolean> => {
    while (running) await running;
    // Only now: a call of `arm` during the wait needs no second timer.
    clearTimeout(timer);
    timer = undefined;
    running = onOwnBehalf(() => write(last)).finally(() => (running = undefined));
    const left = await running;
    if (left) arm();
    return left;
  };

  return {
    arm,
    async now() {
      await flush(false);
    },
    async stop() {
      stopped = true;
      for (let tries = 0; tries < lastTries; tries++) if (!(await flush(true))) return;
    },
  };
}
