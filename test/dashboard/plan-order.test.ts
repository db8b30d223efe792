import { describe, expect, test } from 'vitest';
import { nextPriority, type Numbered, planOrder } from '../../dashboard/src/sections/access/plan-order.ts';

const policies = (...priorities: number[]): Numbered[] =>
  priorities.map((priority, at) => ({ id: String.fromCodePoint(97 + at), priority }));

/** Does the steps one after the other, as the service does. @returns the order after each step */
function ordersOf(now: readonly Numbered[], steps: readonly Numbered[]): string[] {
  const numbers = new Map(now.map(({ id, priority }) => [id, priority]));
  return steps.map(({ id, priority }) => {
    const taken = [...numbers].find(([other, number]) => other !== id && number === priority);
    expect(taken, `${priority} is taken`).toBeUndefined();
    expect(priority).toBeGreaterThan(0);
    expect(priority).toBeLessThanOrEqual(10_000);
    numbers.set(id, priority);
    return [...numbers]
      .toSorted(([, one], [, other]) => one - other)
      .map(([name]) => name)
      .join('');
  });
}

describe('planOrder', () => {
  test('moves one policy with one change where there is room', () => {
    const now = policies(10, 20, 30, 40);
    for (const order of ['bcda', 'dabc', 'acbd', 'abdc']) {
      const steps = planOrder(now, [...order]);
      expect(steps).toHaveLength(1);
      expect(ordersOf(now, steps ?? []).at(-1)).toBe(order);
    }
    expect(planOrder(now, [...'abcd'])).toEqual([]);
  });

  test('makes room first, and keeps the order meanwhile', () => {
    const now = policies(1, 2, 3, 4);
    const steps = planOrder(now, [...'dabc']) ?? [];
    const orders = ordersOf(now, steps);
    expect(orders.slice(0, -1).every((order) => order === 'abcd')).toBe(true);
    expect(orders.at(-1)).toBe('dabc');
  });

  test('reaches each order of five policies, also without gaps', () => {
    const permutations = (rest: string): string[] =>
      rest === ''
        ? ['']
        : [...rest].flatMap((one) => permutations(rest.replace(one, '')).map((more) => one + more));
    for (const now of [policies(1, 2, 3, 4, 5), policies(10, 11, 500, 501, 502), policies(7, 21, 22, 90, 91)])
      for (const order of permutations('abcde')) {
        const steps = planOrder(now, [...order]);
        expect(steps, order).toBeDefined();
        expect(ordersOf(now, steps ?? []).at(-1) ?? 'abcde').toBe(order);
      }
  });

  test('says that there is no room', () => {
    expect(planOrder(policies(9998, 9999, 10_000), [...'acb'])).toBeUndefined();
    expect(planOrder(policies(1, 10_000), [...'ba'])).toBeUndefined();
  });
});

describe('nextPriority', () => {
  test('is behind all others, or a free number', () => {
    expect(nextPriority([])).toBe(100);
    expect(nextPriority([7, 100])).toBe(110);
    expect(nextPriority([10_000, 9999])).toBe(9998);
  });
});
