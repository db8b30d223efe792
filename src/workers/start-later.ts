import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';

interface Later {
  /** The start waits for this. */
  when: Promise<void>;
  start: () => Promise<void>;
  log: Pick<Log, 'error'>;
  /** The pause after a failure. */
  pauseMs?: number;
}

/** Starts the work of a node that is closed when it starts. After a failure, it tries again. */
export function startLater({ when, start, log, pauseMs = 5_000 }: Later): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise<void>((done) => {
    signal.addEventListener('abort', () => done());
  });
  const run = async (): Promise<void> => {
    await Promise.race([when, stopped]);
    while (!signal.aborted) {
      try {
        await start();
        return;
      } catch (err) {
        log.error({ err }, 'the workers could not be started; trying again');
        await wait(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  const done = run();
  return {
    async stop() {
      stopping.abort();
      await done;
    },
  };
}
