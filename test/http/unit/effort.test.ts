import { expect, test } from 'vitest';
import { RateLimited } from '../../../src/failure.ts';
import { efforts } from '../../../src/http/admission/effort.ts';

function effort() {
  let now = 0;
  const counted = efforts({ perSecond: 200, most: 6_000, limit: 600, detail: 'too much', clock: () => now });
  const wait = (orgId: string, ahead?: number): number => {
    try {
      counted.check(orgId, new Date(0), ahead);
      return 0;
    } catch (error) {
      if (error instanceof RateLimited) return error.retryAfterSeconds;
      throw error;
    }
  };
  return {
    wait,
    spend: (orgId: string, milliseconds: number) => counted.spend(orgId, milliseconds),
    pass: (seconds: number) => {
      now += seconds * 1_000;
    },
  };
}

test('refuses a tenant that has spent more than a fifth of a core, until it has some back', () => {
  const { wait, spend, pass } = effort();
  spend('a', 6_000);
  expect(wait('a')).toBe(0);
  spend('a', 1_000);
  expect([wait('a'), wait('b')]).toEqual([5, 0]);
  pass(4);
  expect(wait('a')).toBe(1);
  pass(1);
  expect(wait('a')).toBe(0);
  pass(60);
  spend('a', 6_000);
  expect(wait('a')).toBe(0);
});

test('refuses what is about to be too much, and what is larger than all there is only while there is less', () => {
  const { wait, spend } = effort();
  expect([wait('a', 5_000), wait('a', 60_000)]).toEqual([0, 0]);
  spend('a', 2_000);
  expect([wait('a', 4_000), wait('a', 5_000), wait('a', 60_000)]).toEqual([0, 5, 10]);
  // The charge for a bulk request does not refuse its own steps.
  spend('a', 60_000);
  expect([wait('a', -62_000), wait('a', -50_000)]).toEqual([0, 30]);
});
