import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fewAtOnce } from '../../../scripts/fuzz/call.ts';

const values = Array.from({ length: 30 }, (_, at) => at);

test('calls about many resources are made four at a time, each once', async () => {
  const done: number[] = [];
  let [running, most] = [0, 0];
  await fewAtOnce(values, async (value) => {
    most = Math.max(most, ++running);
    await turn();
    running--;
    done.push(value);
  });
  expect(most).toBe(4);
  expect(done.toSorted((a, b) => a - b)).toEqual(values);
});

test('a call that fails fails all of them', async () => {
  const refused = new Error('refused');
  const calls = fewAtOnce([1, 2, 3], (value) => (value === 2 ? Promise.reject(refused) : Promise.resolve()));
  await expect(calls).rejects.toBe(refused);
});
