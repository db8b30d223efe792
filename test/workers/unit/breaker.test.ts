import { expect, test } from 'vitest';
import { createBreaker } from '../../../src/workers/breaker.ts';

test('a breaker stops calls after failures in a row, tries single ones after longer and longer pauses, and opens again', () => {
  let now = 0;
  const breaker = createBreaker({
    opensAfter: 3,
    firstPauseMs: 5_000,
    longestPauseMs: 12_000,
    now: () => now,
  });
  const fail = (times: number) => Array.from({ length: times }, () => breaker.failed());
  fail(2);
  breaker.succeeded();
  fail(2);
  expect(breaker.allowed(4)).toBe(4);
  fail(1);
  expect(breaker.allowed(4)).toBe(0);
  fail(3); // of calls that had begun
  now = 5_000;
  expect(breaker.allowed(4)).toBe(1);
  for (const pause of [10_000, 12_000, 12_000]) {
    fail(1);
    now += pause - 1;
    expect(breaker.allowed(4)).toBe(0);
    now += 1;
    expect(breaker.allowed(4)).toBe(1);
  }
  breaker.succeeded();
  expect(breaker.allowed(4)).toBe(4);
});
