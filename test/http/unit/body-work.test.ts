import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { RateLimited } from '../../../src/failure.ts';
import { bodyWork } from '../../../src/http/body/body-work.ts';

const large = 1_048_576;
const clocksAt = (clock: () => number) => ({ time: clock, work: clock });

describe('bodies', () => {
  test('that are small take no turn', () => {
    expect(bodyWork(100).turn('org_1', 65_536)).toBeUndefined();
  });

  test('that are large are processed one at a time, and owners take turns', async () => {
    const work = bodyWork(100);
    const order: string[] = [];
    let atOnce = 0;
    const one = async (owner: string, name: string): Promise<void> => {
      const turn = await work.turn(owner, large);
      expect(++atOnce).toBe(1);
      await setImmediate();
      order.push(name);
      atOnce--;
      turn?.end();
      turn?.end();
    };
    await Promise.all([one('org_1', 'a'), one('org_1', 'b'), one('org_1', 'c'), one('org_2', 'd')]);
    // One turn later at most, however many of another owner wait.
    expect(order).toEqual(['a', 'b', 'd', 'c']);
  });

  test('let the process serve other requests between two of them', async () => {
    const work = bodyWork(100);
    const order: string[] = [];
    const bodies = ['a', 'b'].map(async (name) => {
      const turn = await work.turn('org_1', large);
      order.push(name);
      turn?.end();
    });
    void setImmediate().then(() => order.push('another request'));
    await Promise.all(bodies);
    expect(order.indexOf('another request')).toBeLessThan(order.indexOf('b'));
  });

  test('from an owner that used up its share are rejected until the share recovers', async () => {
    let now = 0;
    const work = bodyWork(
      100,
      clocksAt(() => now),
    );
    const spend = async (owner: string, millis: number): Promise<void> => {
      const turn = await work.turn(owner, large);
      now += millis;
      turn?.end();
    };
    await spend('org_1', 5_000);
    const refused = await spend('org_1', 1).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RateLimited);
    expect(refused).toMatchObject({ retryAfterSeconds: expect.closeTo(113, 0) });
    // It is refused while it comes in, a small one is not.
    expect(() => work.admit('org_1', 70_000)).toThrow(RateLimited);
    work.admit('org_1', 60_000);
    work.admit('org_2', 70_000);
    await spend('org_2', 1);
    now += 113_000;
    await spend('org_1', 1);
  });

  test('report the time they took', async () => {
    let now = 0;
    const spent: number[] = [];
    const turn = await bodyWork(
      0,
      clocksAt(() => now),
    ).turn('org_1', large, (milliseconds) => spent.push(milliseconds));
    now += 70;
    turn?.end();
    turn?.end();
    expect(spent).toEqual([70]);
  });

  test('that arrive together are checked again when their turn comes', async () => {
    let now = 0;
    const work = bodyWork(
      100,
      clocksAt(() => now),
    );
    const ends = Array.from({ length: 3 }, async () => {
      const turn = await work.turn('org_1', large);
      now += 300;
      turn?.end();
    });
    const outcomes = (await Promise.allSettled(ends)).map(({ status }) => status);
    expect(outcomes).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    // The refused one has given its place back.
    now += 60_000;
    (await work.turn('org_1', large))?.end();
  });

  test('may cost any amount without a limit', async () => {
    let now = 0;
    const work = bodyWork(
      0,
      clocksAt(() => now),
    );
    for (let n = 0; n < 3; n++) {
      const turn = await work.turn('org_1', large);
      now += 60_000;
      turn?.end();
    }
  });
});
