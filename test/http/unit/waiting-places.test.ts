import { expect, onTestFinished, test, vi } from 'vitest';
import { Failure } from '../../../src/failure.ts';
import { waitingPlaces } from '../../../src/http/admission/waiting-places.ts';

const now = new Date(0);
const refusal = () => new Failure('RATE_LIMITED');
const room = (milliseconds: number, rest = 0) =>
  waitingPlaces({ ofATenant: 2, waiting: 1, milliseconds, rest, refusal });

test('lets two of a tenant in at once, the next as soon as one leaves, and refuses more', async () => {
  const places = room(60_000);
  const [first, second] = [await places('a', now), await places('a', now)];
  let entered = false;
  const third = Promise.resolve(places('a', now)).then((leave) => {
    entered = true;
    return leave;
  });
  expect(() => places('a', now)).toThrow(Failure);
  // Another tenant has places of its own.
  (await places('b', now))();
  expect(entered).toBe(false);
  first();
  first();
  (await third)();
  second();
  await Promise.all([places('a', now), places('a', now)]);
});

test('refuses who has waited too long, whose place then stays free for others', async () => {
  const places = room(1);
  const [first] = [await places('a', now), await places('a', now)];
  await expect(places('a', now)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  first();
  (await places('a', now))();
});

test('keeps a place that was used for a second from its tenant for as many more as it rests', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const places = room(60_000, 4);
  const [first] = [await places('a', now), await places('a', now)];
  let entered = false;
  void Promise.resolve(places('a', now)).then(() => (entered = true));
  await vi.advanceTimersByTimeAsync(1_000);
  first();
  await vi.advanceTimersByTimeAsync(3_990);
  expect(entered).toBe(false);
  (await places('b', now))();
  await vi.advanceTimersByTimeAsync(20);
  expect(entered).toBe(true);
});

test('may let requests wait only for a place that rests, and refuses more than a node has', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const one = { ofATenant: 1, waiting: 5, milliseconds: 60_000, rest: 4, refusal } as const;
  const places = waitingPlaces({ ...one, ofANode: 2, onlyResting: true });
  const first = await places('a', now);
  expect(() => places('a', now)).toThrow(Failure);
  const other = await places('b', now);
  expect(() => places('c', now)).toThrow(Failure);
  await vi.advanceTimersByTimeAsync(1_000);
  first();
  // A place that rests is not used.
  (await places('c', now))();
  const next = places('a', now);
  await vi.advanceTimersByTimeAsync(4_010);
  (await next)();
  // Nor does one that has waited get more than the node has.
  const refused = places('a', now);
  const more = await places('d', now);
  await Promise.all([expect(refused).rejects.toThrow(Failure), vi.advanceTimersByTimeAsync(100)]);
  more();
  await places('a', now);
  other();
  // However long it was used, it rests for a minute.
  const patient = waitingPlaces({ ...one, milliseconds: 90_000 });
  const held = await patient('d', now);
  await vi.advanceTimersByTimeAsync(600_000);
  held();
  let entered = false;
  void Promise.resolve(patient('d', now)).then(() => (entered = true));
  await vi.advanceTimersByTimeAsync(59_990);
  expect(entered).toBe(false);
  await vi.advanceTimersByTimeAsync(20);
  expect(entered).toBe(true);
});

test('a tenant holds as many places as are free at most, so a few tenants leave some to others', () => {
  const limits: number[] = [];
  const places = waitingPlaces({
    ofATenant: 25,
    ofANode: 100,
    waiting: 0,
    milliseconds: 0,
    refusal: (limit) => {
      limits.push(limit);
      return refusal();
    },
  });
  const leaves: (() => void)[] = [];
  const taken = (tenant: string): number => {
    let count = 0;
    for (; count < 1_000; count++) {
      try {
        leaves.push(places(tenant, now) as () => void);
      } catch {
        break;
      }
    }
    return count;
  };
  expect(['a', 'b', 'c', 'd'].map(taken)).toEqual([25, 25, 25, 13]);
  // The refusal names what the tenant holds.
  expect(limits).toEqual([25, 25, 25, 13]);
  expect(['a', 'b', 'c', 'd'].map(taken)).toEqual([0, 0, 0, 0]);
  expect(['e', 'f', 'g'].map(taken)).toEqual([6, 3, 2]);
  // A place that becomes free is for tenants with few.
  leaves[0]?.();
  expect(taken('a')).toBe(0);
  expect(taken('h')).toBe(1);
});

/** A node that is shared: a tenant may hold as many as are free, and its requests wait. */
function sharedNode() {
  const places = waitingPlaces({ ofATenant: 4, ofANode: 6, waiting: 4, milliseconds: 60_000, refusal });
  const entered: string[] = [];
  const leave = new Map<string, () => void>();
  /** Asks for a place, and remembers how it is given back. */
  const ask = async (tenant: string, name: string): Promise<void> => {
    const end = await places(tenant, now);
    entered.push(name);
    leave.set(name, end);
  };
  return { ask, entered, leaves: async (name: string) => Promise.resolve(leave.get(name)?.()) };
}

test('a request enters when another tenant gives a place back', async () => {
  const { ask, entered, leaves } = sharedNode();
  for (const name of ['a1', 'a2', 'a3']) await ask('a', name);
  for (const name of ['b1', 'b2']) await ask('b', name);
  // One of six is free, and b has more than that.
  void ask('b', 'b3');
  await leaves('a1');
  expect(entered).not.toContain('b3');
  await leaves('a2');
  await expect.poll(() => entered).toContain('b3');
});

test('a queue keeps no larger share than a new request gets', async () => {
  const { ask, entered, leaves } = sharedNode();
  for (const name of ['a1', 'a2', 'a3']) await ask('a', name);
  void ask('a', 'a4');
  await ask('b', 'b1');
  await ask('c', 'c1');
  // With two of six free, a may not hold three again.
  await leaves('a1');
  await ask('d', 'd1');
  expect(entered).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'd1']);
  for (const name of ['a2', 'a3']) await leaves(name);
  await expect.poll(() => entered).toContain('a4');
});
