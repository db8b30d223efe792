import { describe, expect, test } from 'vitest';
import { startLater } from '../../../src/workers/start-later.ts';

const log = { error: () => undefined };

/** A promise, and what fulfils or rejects it. */
const held = () => Promise.withResolvers<void>();

describe('work that starts later', () => {
  test('waits, and tries again after a failure', async () => {
    const opened = held();
    const started = held();
    let tries = 0;
    const later = startLater({
      when: opened.promise,
      async start() {
        tries++;
        if (tries < 3) throw new Error('no database');
        started.resolve();
      },
      log,
      pauseMs: 1,
    });
    expect(tries).toBe(0);
    opened.resolve();
    await started.promise;
    await later.stop();
    expect(tries).toBe(3);
  });

  test('is not started after a stop, and a stop waits for a start that runs', async () => {
    const never = startLater({
      when: held().promise,
      start: () => Promise.reject(new Error('started')),
      log,
    });
    await never.stop();

    const [began, work] = [held(), held()];
    const running = startLater({
      when: Promise.resolve(),
      start() {
        began.resolve();
        return work.promise;
      },
      log,
    });
    await began.promise;
    const stopping = running.stop();
    const aMoment = new Promise((done) => {
      setImmediate(done, 'still waiting');
    });
    expect(await Promise.race([stopping, aMoment])).toBe('still waiting');
    work.reject(new Error('no database'));
    // It does not try again, and does not wait.
    await stopping;
  });
});
