import { describe, expect, test } from 'vitest';
import { clockable, midnightsAfter, roundsOf, secondsBefore } from '../../../scripts/stress/rounds.ts';
import { type RoundResult, linesOf, tableOf } from '../../../scripts/stress/summary.ts';
import type { FileRun } from '../../support/neighbours.ts';

const now = new Date('2026-11-28T19:00:00Z');

describe('midnightsAfter', () => {
  test('finds those of the next day, week, month, leap day and year', () => {
    expect(midnightsAfter(now).map((time) => time.toISOString().slice(0, 10))).toEqual([
      '2026-11-29',
      '2026-11-30',
      '2026-12-01',
      '2028-02-29',
      '2028-03-01',
      '2027-01-01',
    ]);
  });
});

describe('the midnight of a week', () => {
  test.each([
    ['2026-11-29T10:00:00Z', '2026-11-30'],
    ['2026-11-30T00:00:00Z', '2026-12-07'],
    ['2026-12-01T10:00:00Z', '2026-12-07'],
  ])('after %s is %s', (at, monday) => {
    expect(midnightsAfter(new Date(at))[1]?.toISOString().slice(0, 10)).toBe(monday);
  });
});

describe('roundsOf', () => {
  test('counts the seeds up, and lets each third round pass another midnight', () => {
    const rounds = roundsOf(7, 100, 3, now);
    expect(rounds.map(({ number, seed }) => [number, seed])).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((number) => [number, 99 + number]),
    );
    expect(rounds.flatMap(({ number, midnight }) => (midnight ? [number] : []))).toEqual([3, 6]);
    expect(rounds[2]?.midnight).not.toEqual(rounds[5]?.midnight);
  });

  test('begins before each midnight and after it', () => {
    const begun = roundsOf(12, 1, 1, now).map(({ midnight, isAfter }) => `${midnight?.getTime()} ${isAfter}`);
    expect(new Set(begun).size).toBe(12);
  });

  test('lets all or no round pass midnight', () => {
    expect(roundsOf(6, 1, 1, now).every(({ midnight }) => midnight)).toBe(true);
    expect(roundsOf(6, 1, 0, now).some(({ midnight }) => midnight)).toBe(false);
  });
});

describe('secondsBefore', () => {
  test('begins after the start and before the files have ended, at a moment that the seed draws', () => {
    const drawn = Array.from({ length: 100 }, (_, seed) => secondsBefore(seed, 10, [4, 30, 6]));
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...drawn)).toBeLessThan(40);
    expect(Math.max(...drawn) - Math.min(...drawn)).toBeGreaterThan(20);
  });
});

describe('clockable', () => {
  test('leaves out tests that start programs with the real clock', () => {
    const files = ['test/a/api/b.test.ts', 'test/a/process/b.test.ts', 'test/a/pages/b.browser.test.ts'];
    expect(clockable(files)).toEqual(['test/a/api/b.test.ts']);
  });
});

const run = (file: string, from: number, to: number, failed: string[] = []): FileRun => ({
  file,
  worker: 1,
  from,
  to,
  failed,
});
const result = (number: number, runs: FileRun[], midnight?: number): RoundResult => ({
  number,
  seed: number,
  runs,
  failed: false,
  failures: [],
  ...(midnight !== undefined && { midnight }),
});

describe('linesOf', () => {
  const lines = linesOf([
    result(1, [run('a', 0, 2), run('b', 2, 3)]),
    result(2, [run('a', 0, 4), run('b', 4, 9, ['one', 'two'])], 3),
    result(3, [run('a', 0, 3)], 5),
  ]);

  test('counts rounds, failures and midnights of each file, with its seconds', () => {
    expect(lines).toEqual([
      { file: 'b', rounds: 2, midnights: 0, failures: 1, least: 1, median: 1, most: 5 },
      { file: 'a', rounds: 3, midnights: 1, failures: 0, least: 2, median: 3, most: 4 },
    ]);
  });

  test('stands in a table', () => {
    expect(tableOf(lines).split('\n')[1]).toBe(
      'b            2         0         1       1.0       1.0       5.0',
    );
  });
});
