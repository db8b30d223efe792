import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { behalf, onBehalfOf } from '../../../src/platform/on-behalf.ts';
import { writeSoon, type WriteSoonOptions } from '../../../src/platform/write-soon.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A writer of a list, and the writes that it has begun. */
function aWriter(options: Partial<WriteSoonOptions> = {}) {
  let collected: number[] = [];
  const writes: number[][] = [];
  const writer = writeSoon({
    write: () => {
      writes.push(collected);
      collected = [];
      return Promise.resolve(false);
    },
    ...options,
  });
  const collect = (one: number): void => {
    collected.push(one);
    writer.arm();
  };
  return { writer, writes, collect };
}

/** A write that takes until it is ended. */
function aSlowWrite() {
  const ends: ((left: boolean) => void)[] = [];
  const write = vi.fn(() => new Promise<boolean>((resolve) => ends.push(resolve)));
  return { write, end: (left: boolean) => ends.shift()?.(left) };
}

describe('a writer of what is collected', () => {
  test('writes once a second what has come, and nothing when nothing has', async () => {
    const { writes, collect } = aWriter();
    await vi.advanceTimersByTimeAsync(5_000);
    collect(1);
    collect(2);
    await vi.advanceTimersByTimeAsync(999);
    expect(writes).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(writes).toEqual([[1, 2]]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(writes).toHaveLength(1);
    collect(3);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(writes).toEqual([[1, 2], [3]]);
  });

  test('writes again a second later while something is left', async () => {
    const write = vi.fn(() => Promise.resolve(write.mock.calls.length < 3));
    const { collect } = aWriter({ write });
    collect(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(write).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(write).toHaveBeenCalledTimes(3);
  });

  test('runs one write at a time, and holds what comes meanwhile for one more', async () => {
    const { write, end } = aSlowWrite();
    const { writer, collect } = aWriter({ write });
    collect(1);
    await vi.advanceTimersByTimeAsync(1_000);
    for (let second = 0; second < 5; second++) {
      collect(2);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(write).toHaveBeenCalledTimes(1);
    end(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(write).toHaveBeenCalledTimes(2);
    // A call of `now` waits for a write that begins after the call.
    const told = vi.fn();
    void writer.now().then(told);
    end(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(write).toHaveBeenCalledTimes(3);
    expect(told).not.toHaveBeenCalled();
    end(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(write).toHaveBeenCalledTimes(3);
  });

  test('writes the rest when it stops, as often as it was told to, and nothing after that', async () => {
    const lasts: boolean[] = [];
    const write = vi.fn((last: boolean) => Promise.resolve(lasts.push(last) > 0));
    const { writer, collect } = aWriter({ write, lastTries: 3 });
    collect(1);
    await writer.stop();
    expect(lasts).toEqual([true, true, true]);
    collect(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(write).toHaveBeenCalledTimes(3);
  });

  test('tries no more when nothing is left', async () => {
    const { writer, writes, collect } = aWriter({ lastTries: 3 });
    collect(1);
    await writer.stop();
    expect(writes).toEqual([[1]]);
  });

  test('writes as the process, though the request of a tenant armed it', async () => {
    const seen: unknown[] = [];
    const { writer, collect } = aWriter({
      write: () => Promise.resolve(seen.push(behalf()) < 0),
    });
    await onBehalfOf({ orgId: 'org_1', operation: 'verifyCredential' }, async () => {
      collect(1);
      await vi.advanceTimersByTimeAsync(1_000);
      await writer.now();
    });
    expect(seen).toEqual([undefined, undefined]);
  });
});
