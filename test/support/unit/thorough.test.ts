import { expect, test } from 'vitest';
import { halves, isThorough } from '../thorough.ts';

test('two tests that share operations ask for each of them, and for each once where half are drawn', () => {
  const all = Array.from({ length: 21 }, (_, place) => place);
  const [first, second] = halves(all, 'a test');
  expect(new Set([...first, ...second])).toEqual(new Set(all));
  if (first.length < all.length) expect([...first, ...second]).toHaveLength(all.length);
  if (isThorough) expect([first, second]).toEqual([all, all]);
});
