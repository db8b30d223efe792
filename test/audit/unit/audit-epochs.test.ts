import { expect, test } from 'vitest';
import { firstOfEpoch } from '../../../src/audit/audit-epochs.ts';

const at = (text: string): Date => new Date(text);

test('an epoch begins with a number of its time, or far behind the chain if the clock is behind', () => {
  const first = firstOfEpoch(1_234, at('2026-11-27T12:00:00Z'));
  expect(first).toBe(at('2026-11-27T12:00:00Z').getTime() * 100);
  expect(firstOfEpoch(first, at('2026-11-27T13:00:01Z'))).toBe(at('2026-11-27T13:00:01Z').getTime() * 100);
  const [one, other] = [1, 2].map(() => firstOfEpoch(first, at('2025-01-01T00:00:00Z')));
  expect(one).toBeGreaterThan(first + 1e8);
  expect(one).not.toBe(other);
  expect(one).toBeLessThan(Number.MAX_SAFE_INTEGER);
});
