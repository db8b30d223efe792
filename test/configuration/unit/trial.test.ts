import { afterEach, expect, test, vi } from 'vitest';
import { Trial } from '../../../src/configuration/trial.ts';

afterEach(() => void vi.useRealTimers());

const savepoint = { back: () => Promise.resolve(), move: () => Promise.resolve() };

/** Tries changes, good ones as `+` and refused ones as `-`, each of so many milliseconds. */
async function tried(changes: string, { milliseconds = 0 } = {}) {
  vi.useFakeTimers({ toFake: ['performance'] });
  const trial = new Trial(savepoint, 1_000);
  const counts = { performed: 0, refused: 0, untried: 0 };
  for (const change of changes) {
    if (trial.isOver()) {
      counts.untried++;
      continue;
    }
    const attempt = trial.attempt((begin) => {
      begin();
      counts.performed++;
      vi.advanceTimersByTime(milliseconds);
      return change === '+' ? Promise.resolve() : Promise.reject(new Error('refused'));
    });
    await attempt.catch(() => counts.refused++);
  }
  return counts;
}

test('makes each change again once at most, while a savepoint is left', async () => {
  expect(await tried('+-'.repeat(59))).toEqual({ performed: 177, refused: 59, untried: 0 });
  expect(await tried(`${'+'.repeat(49)}-`.repeat(4))).toEqual({ performed: 396, refused: 4, untried: 0 });
});

test('tries no further change when each refusal would make many again', async () => {
  const { performed, untried } = await tried(`${'+-'.repeat(60)}${'+'.repeat(140)}${'-'.repeat(140)}`);
  expect(performed).toBe(180 + 50);
  expect(untried).toBe(280 - 50);
});

test('makes 2,000 changes again at most', async () => {
  const { performed, refused, untried } = await tried(
    `${'+-'.repeat(60)}${'+'.repeat(49)}${'-'.repeat(1_831)}`,
  );
  expect(performed).toBeLessThan(2_300);
  expect(refused + untried).toBe(60 + 1_831);
  expect(untried).toBeGreaterThan(1_700);
});

test('ends also while it makes changes again, when the time is over', async () => {
  expect(await tried(`${'+'.repeat(40)}-+`, { milliseconds: 23 })).toEqual({
    performed: 44,
    refused: 1,
    untried: 1,
  });
});
