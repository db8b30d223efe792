import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offsetOf, pageOf, sliceOf } from '../../../src/lib/page.ts';

const limits = fc.integer({ min: 1, max: 100 });
const totals = fc.integer({ min: 0, max: 2000 });

describe('pageOf', () => {
  test.each([
    [1, 20, 0, 0, false],
    [1, 20, 20, 1, false],
    [1, 20, 21, 2, true],
    [2, 20, 21, 2, false],
    [3, 20, 21, 2, false],
    [99, 20, 0, 0, false],
  ])('describes page %d of %d rows each out of %d', (page, limit, total, totalPages, hasMore) => {
    expect(pageOf(page, limit, total)).toEqual({ page, limit, total, totalPages, hasMore });
  });

  test('says there is more exactly as long as rows follow the page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), limits, totals, (page, limit, total) => {
        expect(pageOf(page, limit, total).hasMore).toBe(offsetOf(page, limit) + limit < total);
      }),
    );
  });
});

describe('sliceOf', () => {
  test.each([
    [20, 0, 0, false],
    [20, 0, 20, false],
    [20, 0, 21, true],
    [20, 1, 21, false],
    [20, 2 ** 31 - 1, 21, false],
  ])('describes %d rows from %d out of %d', (limit, offset, total, hasMore) => {
    expect(sliceOf(limit, offset, total)).toEqual({ limit, offset, total, hasMore });
  });
});

describe('offsetOf', () => {
  test('counts the rows before a page', () => {
    expect([offsetOf(1, 20), offsetOf(2, 20), offsetOf(5, 7)]).toEqual([0, 20, 28]);
  });
});
