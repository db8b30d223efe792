import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, textOn } from '../../../src/lib/contrast.ts';

const color = fc.integer({ min: 0, max: 0xff_ff_ff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

describe('contrast', () => {
  // As the WCAG tell, and as contrast checkers of others do.
  test.for<[string, string, number]>([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
    ['#FFEE00', '#000000', 17.52],
  ])('between %s and %s is %f', ([one, other, ratio]) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });
});

describe('textOn', () => {
  test('is white on dark, and nearly black on light', () => {
    expect(textOn('#1f4fd8')).toBe('#ffffff');
    expect(textOn('#ffee00')).toBe('#14161a');
  });

  test('keeps a contrast above 4.2 on every colour', () => {
    fc.assert(fc.property(color, (one) => contrast(one, textOn(one)) > 4.2));
  });
});
