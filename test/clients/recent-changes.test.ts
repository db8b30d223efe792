import { expect, test } from 'vitest';
import { RecentChanges } from '../../clients/typescript/src/recent-changes.ts';

test('an id has changed if it was told after the count, or if everything was', () => {
  const recent = new RecentChanges();
  recent.add(new Set(['a']));
  const { count } = recent;
  expect(recent.hasAny(count, ['a', 'b'])).toBe(false);
  recent.add(new Set(['b', 'c']));
  expect([recent.hasAny(count, ['a']), recent.hasAny(count, ['a', 'b'])]).toEqual([false, true]);
  recent.addAll();
  expect([recent.hasAny(count, ['a']), recent.hasAny(recent.count, ['a', 'b'])]).toEqual([true, false]);
});

test('a hundred changes are remembered, and after more every id may have changed', () => {
  const recent = new RecentChanges();
  const { count } = recent;
  const add = (times: number): void => {
    for (let time = 0; time < times; time += 1) recent.add(new Set(['a']));
  };
  add(100);
  expect([recent.hasAny(count, ['b']), recent.hasAny(count + 99, ['a'])]).toEqual([false, true]);
  add(1);
  expect([recent.hasAny(count, ['b']), recent.hasAny(count + 1, ['b'])]).toEqual([true, false]);
});
