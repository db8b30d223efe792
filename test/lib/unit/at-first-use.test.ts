import { expect, test, vi } from 'vitest';
import { atFirstUse } from '../../../src/lib/at-first-use.ts';

test('a value is made once, at its first use', async () => {
  const make = vi.fn(() => Promise.resolve({}));
  const value = atFirstUse(make);
  expect(make).not.toHaveBeenCalled();
  const [first, second] = await Promise.all([value(), value()]);
  expect(first).toBe(second);
  expect(await value()).toBe(first);
  expect(make).toHaveBeenCalledTimes(1);
});

test('a value that could not be made is tried again', async () => {
  const make = vi.fn<() => Promise<number>>();
  make.mockRejectedValueOnce(new Error('not yet')).mockResolvedValueOnce(1);
  const value = atFirstUse(make);
  await expect(value()).rejects.toThrow('not yet');
  expect(await value()).toBe(1);
});
