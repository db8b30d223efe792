import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { batched } from '../../../src/platform/batch.ts';

/** A run that ends when it is told to. */
function controlled() {
  const runs: { items: number[]; finish: () => void; fail: (error: Error) => void }[] = [];
  const run = (items: number[]) =>
    new Promise<number[]>((resolve, reject) => {
      runs.push({ items, finish: () => resolve(items.map((item) => item * 10)), fail: reject });
    });
  return { runs, run };
}

describe('batched', () => {
  test('answers each call with its own answer', async () => {
    const double = batched((items: number[]) => Promise.resolve(items.map((item) => item * 2)));
    expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
  });

  test('runs what arrives in one turn together', async () => {
    const { runs, run } = controlled();
    const call = batched(run);
    const answers = Promise.all([call(1), call(2), call(3)]);
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[1, 2, 3]]);
    runs[0]?.finish();
    expect(await answers).toEqual([10, 20, 30]);
  });

  test('starts no more runs than may be in flight, and the waiting share the next', async () => {
    const { runs, run } = controlled();
    const call = batched(run, { inFlight: 2 });
    const answers: Promise<number>[] = [];
    for (const item of [1, 2, 3, 4]) {
      answers.push(call(item));
      await turn();
      await turn();
    }
    expect(runs.map(({ items }) => items)).toEqual([[1], [2]]);
    runs[1]?.finish();
    expect(await answers[1]).toBe(20);
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[1], [2], [3, 4]]);
    runs[0]?.finish();
    runs[2]?.finish();
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40]);
  });

  test('never lets a call join a run that has started', async () => {
    const { runs, run } = controlled();
    const call = batched(run, { inFlight: 1 });
    const first = call(1);
    await turn();
    const late = call(2);
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[1]]);
    runs[0]?.finish();
    await first;
    await turn();
    expect(runs[1]?.items).toEqual([2]);
    runs[1]?.finish();
    expect(await late).toBe(20);
  });

  test('runs no more items at once than allowed, in their order', async () => {
    const sizes: number[][] = [];
    let [running, most] = [0, 0];
    const call = batched(
      async (items: number[]) => {
        sizes.push(items);
        most = Math.max(most, ++running);
        await turn();
        running--;
        return items;
      },
      { inFlight: 1, most: 3 },
    );
    expect(await Promise.all([1, 2, 3, 4, 5, 6, 7].map(call))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(sizes).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
    expect(most).toBe(1);
  });

  test('refuses every call of a run that fails, and goes on', async () => {
    const { runs, run } = controlled();
    const call = batched(run, { inFlight: 1 });
    const failing = [call(1), call(2)];
    await turn();
    const next = call(3);
    runs[0]?.fail(new Error('no database'));
    for (const answer of failing) await expect(answer).rejects.toThrow('no database');
    await turn();
    runs[1]?.finish();
    expect(await next).toBe(30);
  });

  test('refuses the calls of a run that throws before it waits', async () => {
    const call = batched((items: number[]): Promise<number[]> => {
      if (items.includes(1)) throw new Error('at once');
      return Promise.resolve(items);
    });
    await expect(call(1)).rejects.toThrow('at once');
    expect(await call(2)).toBe(2);
  });
});
