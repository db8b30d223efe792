// The stream of the cache of verifications against a scripted service, with clocks that the test moves (docs/decisions/0144).
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { aCache, ask, aStart, live, type Scripted, settled } from '../support/scripted-verifier.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the cache is off', () => {
  test('before the stream is open, and after it was closed', async () => {
    const { service, cache } = aStart();
    for (let time = 0; time < 2; time += 1) await ask(cache);
    expect([service.asked.length, cache.isOn()]).toEqual([2, false]);
    await service.push('reset', {});
    expect(cache.isOn()).toBe(true);
    await ask(cache);
    cache.close();
    await settled();
    await ask(cache);
    expect([service.asked.length, cache.isOn(), service.stream.signal.aborted]).toEqual([4, false, true]);
  });

  test('after it was closed while a block of the stream was being read', async () => {
    const { service, cache } = aStart();
    await ask(cache);
    await settled();
    service.stream.push('id: a\nevent: reset\ndata: {}\n\n');
    cache.close();
    await settled();
    expect(cache.isOn()).toBe(false);
  });

  test('and empty as soon as the stream is cut, until the next one', async () => {
    const lost: unknown[] = [];
    const { service, cache } = await aCache({ onLost: (error) => lost.push(error) });
    await ask(cache);
    service.stream.cut();
    await settled();
    expect([cache.isOn(), lost.length]).toEqual([false, 1]);
    await ask(cache);
    await vi.advanceTimersByTimeAsync(500);
    await settled();
    expect(service.streams).toHaveLength(2);
    expect(service.stream.lastId).toBeNull();
    await service.push('reset', {});
    await ask(cache);
    expect([cache.isOn(), service.asked.length]).toEqual([true, 3]);
  });

  test('when no heartbeat came for three seconds', async () => {
    const { service, cache } = await aCache();
    await ask(cache);
    await vi.advanceTimersByTimeAsync(2_900);
    await ask(cache);
    expect([cache.isOn(), service.asked.length]).toEqual([true, 1]);
    await vi.advanceTimersByTimeAsync(100);
    expect(cache.isOn()).toBe(false);
  });

  test.for([
    ['no block has come', false],
    ['heartbeats have waited', true],
  ] as const)(
    'after the process was paused, although its timers have not run and %s',
    async ([, hasBeats]) => {
      const { service, cache } = await aCache();
      await ask(cache);
      // A paused process runs no timer, and then the blocks come that have waited, the oldest first.
      const now = performance.now();
      vi.spyOn(performance, 'now').mockReturnValue(now + 4_000);
      vi.setSystemTime(Date.now() + 4_000);
      const [first] = service.streams;
      if (hasBeats) await service.beat();
      expect([cache.isOn(), first?.signal.aborted]).toEqual([false, true]);
      await ask(cache);
      expect(service.asked).toHaveLength(2);
      vi.restoreAllMocks();
    },
  );

  test('after the machine slept, which stops the monotonic clock', async () => {
    const { service, cache } = await aCache();
    await ask(cache);
    vi.setSystemTime(Date.now() + 60_000);
    expect(cache.isOn()).toBe(false);
    await ask(cache);
    expect(service.asked).toHaveLength(2);
  });

  test('after a refusal, and asks again after a minute', async () => {
    const lost: unknown[] = [];
    const { service, cache } = aStart({ onLost: (error) => lost.push(error) });
    const refusal = { error: 'no', code: 'INSUFFICIENT_SCOPE', details: {}, requestId: 'req_1' };
    service.refusal = Response.json(refusal, { status: 403 });
    await ask(cache);
    expect(lost).toMatchObject([{ code: 'INSUFFICIENT_SCOPE', status: 403 }]);
    service.refusal = undefined;
    await vi.advanceTimersByTimeAsync(59_000);
    expect(service.streams).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(service.streams).toHaveLength(1);
  });
});

describe('streams that end at once', () => {
  beforeEach(() => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const passes = async (milliseconds: number): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += 50) {
      await vi.advanceTimersByTimeAsync(50);
      await settled();
    }
  };

  test.for<[string, (service: Scripted) => Promise<void>]>([
    ['The node can read no changes', (service) => service.push('end', { reason: 'UNAVAILABLE' })],
    ['The node stops', (service) => service.push('end', { reason: 'STOPPING' })],
    [
      'A proxy cuts them after the first block',
      async (service) => {
        await service.push('reset', {});
        service.stream.cut();
        await settled();
      },
    ],
  ])('are opened four times in a minute at last: %s', async ([, end]) => {
    const { service, cache } = aStart();
    await ask(cache);
    await settled();
    let ended = 0;
    const endsAll = async (seconds: number): Promise<void> => {
      for (let passed = 0; passed < seconds * 10; passed += 1) {
        if (ended < service.streams.length) await end(service);
        ended = service.streams.length;
        await passes(100);
      }
    };
    await endsAll(60);
    expect(service.streams.length).toBeLessThanOrEqual(11);
    const before = service.streams.length;
    await endsAll(60);
    expect(service.streams.length - before).toBe(4);
    // After a stream that lived for ten seconds, the next one comes soon.
    while (ended === service.streams.length) await passes(100);
    await service.push('reset', {});
    await live(service, 10);
    service.stream.cut();
    const opened = service.streams.length;
    await passes(200);
    expect(service.streams.length).toBe(opened + 1);
  });
});

test('a stream is asked for two minutes at most, so that a process that is frozen gives its place back', async () => {
  const { service } = await aCache();
  const seconds = Number(service.stream.url.searchParams.get('seconds'));
  expect(seconds).toBeGreaterThanOrEqual(60);
  expect(seconds).toBeLessThanOrEqual(120);
});

test.for<[string, () => void | Promise<void>]>([
  [
    'throws',
    () => {
      throw new Error('no log');
    },
  ],
  ['rejects', () => Promise.reject(new Error('no log'))],
])('a log that %s ends neither the process nor the stream', async ([, onLost]) => {
  const unhandled: unknown[] = [];
  const hear = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', hear);
  onTestFinished(() => void process.off('unhandledRejection', hear));
  const { service } = await aCache({ onLost });
  service.stream.cut();
  await settled();
  await vi.advanceTimersByTimeAsync(500);
  await settled();
  expect([unhandled, service.streams.length]).toEqual([[], 2]);
});

test('the cache is on while a node hands its stream over to another one, which goes on at the last id', async () => {
  const { service, cache } = await aCache();
  await ask(cache);
  await service.push('end', { reason: 'STOPPING' });
  expect(cache.isOn()).toBe(true);
  await vi.advanceTimersByTimeAsync(500);
  await settled();
  expect(service.stream.lastId).toBe('a');
  await service.beat('b');
  await ask(cache);
  expect(service.asked).toHaveLength(1);
  await service.change({ credentials: ['cred_1'] });
  await ask(cache);
  expect(service.asked).toHaveLength(2);
});
