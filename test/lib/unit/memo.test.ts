import { describe, expect, test } from 'vitest';
import { memo } from '../../../src/lib/memo.ts';

describe('memo', () => {
  test('makes each value once', () => {
    const keep = memo<object>(2);
    const first = keep('a', () => ({}));
    expect(keep('a', () => ({}))).toBe(first);
    expect(keep('b', () => ({}))).not.toBe(first);
  });

  test('drops the value that was not used for longest', () => {
    const keep = memo<number>(2);
    let made = 0;
    const make = (): number => ++made;
    keep('a', make);
    keep('b', make);
    keep('a', make);
    keep('c', make);
    expect(keep('a', make)).toBe(1);
    expect(keep('b', make)).toBe(4);
  });

  test('keeps nothing if the value cannot be made', () => {
    const keep = memo<number>(2);
    const fail = (): number => {
      throw new Error('no value');
    };
    expect(() => keep('a', fail)).toThrow('no value');
    expect(keep('a', () => 1)).toBe(1);
  });
});
