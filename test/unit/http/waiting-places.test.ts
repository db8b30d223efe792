import { expect, it, onTestFinished, vi } from 'vitest';
import { Failure } from '../../../src/failure.ts';
import { waitingPlaces } from '../../../src/http/waiting-places.ts';

const now = new Date(0);
const room = (milliseconds: number, rest = 0) =>
  waitingPlaces({ ofATenant: 2, waiting: 1, milliseconds, rest, refusal: () => new Failure('RATE_LIMITED') });

it('lets two of a tenant in at once, the next as soon as one leaves, and refuses more', async () => {
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

it('refuses who has waited too long, whose place then stays free for others', async () => {
  const places = room(1);
  const [first] = [await places('a', now), await places('a', now)];
  await expect(places('a', now)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  first();
  (await places('a', now))();
});

it('keeps a place that was used for a second from its tenant for as many more as it rests', async () => {
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
