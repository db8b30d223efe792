import { describe, expect, test } from 'vitest';
import { turns } from '../../../src/platform/turns.ts';

const patient = { places: 2, ofOne: 1, mostWaiting: 3, waitMs: 60_000 };

/** Records the owners whose turns came, in their order. */
function callers(take: ReturnType<typeof turns>) {
  const served: string[] = [];
  return {
    served,
    call: async (owner: string) => {
      const giveBack = await take(owner);
      served.push(owner);
      return giveBack;
    },
  };
}

const settled = (): Promise<void> => new Promise(setImmediate);

describe('turns', () => {
  test('lend an owner no more than its share, however much is free', async () => {
    const { call, served } = callers(turns(patient));
    const first = await call('a');
    const second = call('a');
    await settled();
    expect(served).toEqual(['a']);
    first();
    await second;
    expect(served).toEqual(['a', 'a']);
  });

  test('come to one owner after the other, however many calls of one wait', async () => {
    const { call, served } = callers(turns({ ...patient, places: 1 }));
    const first = await call('a');
    const waiting = ['a', 'a', 'b', 'b', 'c'].map(call);
    let giveBack = first;
    for (const one of [0, 2, 4, 1, 3]) {
      giveBack();
      giveBack = (await waiting[one]) ?? giveBack;
    }
    expect(served).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
  });

  test('are refused to the owner of too many calls that wait, and to others only when nothing is free', async () => {
    const take = turns({ ...patient, mostWaiting: 1 });
    const first = await take('a');
    const second = take('a');
    await expect(take('a')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 2 });
    const other = await take('b');
    const third = take('c');
    await expect(take('c')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    for (const giveBack of [first, other]) giveBack();
    (await second)();
    (await third)();
  });

  test('that do not come in time are refused, and the place that comes later is not lost', async () => {
    const take = turns({ ...patient, places: 1, waitMs: 1 });
    const first = await take('a');
    await expect(take('a')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(take('b')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    first();
    (await take('b'))();
    (await take('a'))();
  });

  test('are given back once, also by who gives them back twice', async () => {
    const { call, served } = callers(turns({ ...patient, places: 1 }));
    const first = await call('a');
    const [second, third] = [call('b'), call('c')];
    first();
    first();
    await second;
    await settled();
    expect(served).toEqual(['a', 'b']);
    (await second)();
    await third;
  });
});
