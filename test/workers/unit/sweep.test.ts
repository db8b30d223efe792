import { describe, expect, test } from 'vitest';
import { inRounds } from '../../../src/workers/sweep.ts';

describe('rounds of tenants', () => {
  test('end when no tenant has more, and a tenant with much delays another by one turn', async () => {
    const turns: string[] = [];
    const rest: Record<string, number> = { large: 3, small: 1, none: 0 };
    const errors = await inRounds(Object.keys(rest), async (tenant) => {
      turns.push(tenant);
      return (rest[tenant] = (rest[tenant] ?? 0) - 1) >= 0;
    });
    expect(errors).toEqual([]);
    expect(turns).toEqual(['large', 'small', 'none', 'large', 'small', 'large', 'large']);
  });

  test('a tenant whose turn fails gets no other, and the others go on', async () => {
    const turns: string[] = [];
    const errors = await inRounds(['broken', 'fine'], async (tenant) => {
      turns.push(tenant);
      if (tenant === 'broken') throw new Error('broken');
      return turns.length < 4;
    });
    expect(errors).toEqual([new Error('broken')]);
    expect(turns).toEqual(['broken', 'fine', 'fine', 'fine']);
  });

  test('no round begins after 20 seconds, and every tenant has had a turn', async () => {
    const turns: string[] = [];
    let now = 0;
    const turn = async (tenant: string) => {
      turns.push(tenant);
      now += 7_000;
      return true;
    };
    await inRounds(['a', 'b'], turn, { clock: () => now });
    expect(turns).toEqual(['a', 'b', 'a', 'b']);
    turns.length = 0;
    await inRounds(['a', 'b', 'c', 'd'], turn, { clock: () => now });
    expect(turns).toEqual(['a', 'b', 'c', 'd']);
  });
});
