import { describe, expect, test } from 'vitest';
import { hashInTurn, makeKeyInTurn, readInTurn, viewsInTurn } from '../../../src/platform/heavy-work.ts';

const moment = (): Promise<void> => new Promise(setImmediate);

describe.each([
  ['hashes', hashInTurn, 2],
  ['keys', makeKeyInTurn, 1],
  ['texts', readInTurn, 1],
] as const)('%s', (_name, inTurn, places) => {
  test(`are made ${places} at a time at most, and one that fails gives its place back`, async () => {
    let [atOnce, most, made] = [0, 0, 0];
    const work = async (): Promise<void> => {
      most = Math.max(most, ++atOnce);
      await moment();
      atOnce--;
      if (++made % 2 === 0) throw new Error('no entropy');
    };
    const owners = ['org_a', 'org_a', 'org_a', 'org_b', 'org_b', 'org_c'];
    const outcomes = await Promise.allSettled(owners.map((owner) => inTurn(owner, work)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(3);
    expect([made, atOnce]).toEqual([6, 0]);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(places);
  });
});

describe('texts that are read on the event loop', () => {
  test('let other requests go on between two of them', async () => {
    let others = 0;
    const seen: number[] = [];
    const reading = Promise.all(
      ['org_a', 'org_a', 'org_b'].map((owner) => readInTurn(owner, () => seen.push(others))),
    );
    let isOver = false;
    void reading.then(() => (isOver = true));
    for (; !isOver; others++) await moment();
    expect(new Set(seen).size).toBe(3);
  });

  test('make a page of views in its order, and let other requests go on after each long one', async () => {
    let others = 0;
    const seen: number[] = [];
    const long = (row: number): string => {
      seen.push(others);
      for (const began = performance.now(); performance.now() - began < 6; );
      return `view ${row}`;
    };
    let isOver = false;
    const making = viewsInTurn('org_a', [1, 2, 3], long).finally(() => (isOver = true));
    for (; !isOver; others++) await moment();
    expect(await making).toEqual(['view 1', 'view 2', 'view 3']);
    expect(new Set(seen).size).toBe(3);
    expect(await viewsInTurn('org_a', [], long)).toEqual([]);
  });
});
