import { describe, expect, test } from 'vitest';
import { judge } from '../../../bench/check/statistics.ts';

const pairsOf = (ratios: readonly number[]) => ratios.map((ratio) => ({ base: 200, head: 200 * ratio }));

describe('the verdict of bench-check', () => {
  test('fewer than six pairs are never enough, however clear they are', () => {
    expect(judge(pairsOf([2, 2, 2, 2, 2]), 1.15).verdict).toBe('unsure');
    expect(judge(pairsOf([1, 1, 1, 1, 1]), 1.15).verdict).toBe('unsure');
  });

  test('six pairs on one side of the limit decide', () => {
    expect(judge(pairsOf([1.3, 1.2, 1.25, 1.4, 1.16, 1.3]), 1.15)).toMatchObject({
      verdict: 'grew',
      low: 1.16,
      high: 1.4,
    });
    expect(judge(pairsOf([1.0, 1.1, 0.9, 1.05, 1.14, 1.0]), 1.15).verdict).toBe('same');
  });

  test('one run that something disturbed asks for more pairs, and does not decide', () => {
    const six = [1.0, 1.1, 0.9, 1.05, 1.4, 1.0];
    expect(judge(pairsOf(six), 1.15).verdict).toBe('unsure');
    expect(judge(pairsOf([...six, 1.0, 1.02, 0.98]), 1.15)).toMatchObject({ verdict: 'same', high: 1.1 });
  });

  test('the interval of n pairs leaves out as many as the sign test allows', () => {
    // P(binomial(n, 1/2) <= k) <= 0.025: n = 9, k = 1; n = 12, k = 2; n = 24, k = 6.
    const interval = (count: number) =>
      judge(pairsOf(Array.from({ length: count }, (_, at) => at + 1)), 1.15);
    expect(interval(9)).toMatchObject({ low: 2, high: 8 });
    expect(interval(12)).toMatchObject({ low: 3, high: 10 });
    expect(interval(24)).toMatchObject({ low: 7, high: 18 });
  });
});
