import { describe, expect, test } from 'vitest';
import { nextPriority } from '../../dashboard/src/sections/access/next-priority.ts';

describe('nextPriority', () => {
  test('is behind all others, or a free number', () => {
    expect(nextPriority([])).toBe(100);
    expect(nextPriority([7, 100])).toBe(110);
    expect(nextPriority([10_000, 9999])).toBe(9998);
  });
});
