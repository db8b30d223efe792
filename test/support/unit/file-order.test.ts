import { describe, expect, test } from 'vitest';
import { fileOrder, placeAmong } from '../file-order.ts';
import { shuffled } from '../random.ts';

const values = Array.from({ length: 50 }, (_, place) => place);

describe('shuffled', () => {
  test('keeps every value, in an order that the seed decides', () => {
    expect(shuffled(values, 7)).toEqual(shuffled(values, 7));
    expect(shuffled(values, 7)).not.toEqual(shuffled(values, 8));
    expect(shuffled(values, 7)).not.toEqual(values);
    expect(shuffled(values, 7).toSorted((a, b) => a - b)).toEqual(values);
  });

  test('brings any value to the first place', () => {
    const firsts = new Set(Array.from({ length: 200 }, (_, seed) => shuffled(['a', 'b', 'c'], seed)[0]));
    expect(firsts).toEqual(new Set(['a', 'b', 'c']));
  });
});

describe('placeAmong', () => {
  test('finds the first name that is a part of the path, and puts files without a name last', () => {
    expect(placeAmong(['b.test', 'a.test'], '/x/a.test.ts')).toBe(1);
    expect(placeAmong(['b.test', 'a.test'], '/x/c.test.ts')).toBe(2);
  });
});

describe('fileOrder', () => {
  test('repeats named files in one worker, and runs others in two', () => {
    expect(fileOrder('named').maxWorkers).toBe(1);
    expect(fileOrder('shuffled').maxWorkers).toBe(2);
    expect(fileOrder(undefined).sequence.sequencer.name).toBe('SlowestFirst');
    expect(fileOrder('shuffled').sequence.sequencer.name).toBe('Shuffled');
  });
});
