import { expect, test } from 'vitest';
import { inTurns } from '../../../src/lib/turns.ts';

/** Work of steps that take so many milliseconds by a clock of its own. */
function working(steps: number[], most: number) {
  let now = 0;
  const told: string[] = [];
  function* work(): Generator<undefined, string> {
    for (const step of steps) {
      now += step;
      told.push(`did ${step}`);
      yield;
    }
    return 'result';
  }
  const result = inTurns(work(), {
    turn: 10,
    most,
    clock: () => now,
    pause: async () => {
      // The time that other work takes in a pause does not count as the time of this work.
      now += 1_000;
      told.push('paused');
    },
    tooLong: () => new Error('too long'),
    spend: (milliseconds) => told.push(`spent ${milliseconds}`),
  });
  return { result, told };
}

test('lets others have their turn after each ten milliseconds, and charges its own', async () => {
  const { result, told } = working([4, 4, 4, 30, 4], 50);
  expect(await result).toBe('result');
  expect(told).toEqual(['did 4', 'did 4', 'did 4', 'paused', 'did 30', 'paused', 'did 4', 'spent 46']);
});

test('stops after its most, and charges what it took', async () => {
  const { result, told } = working([20, 20, 20, 20], 50);
  await expect(result).rejects.toThrow('too long');
  expect(told).toEqual(['did 20', 'paused', 'did 20', 'paused', 'did 20', 'spent 60']);
});
