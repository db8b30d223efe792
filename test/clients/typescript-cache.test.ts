// The cache of verifications against a scripted service, with clocks that the test moves (docs/decisions/0144).
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  Keyward,
  type Verification,
  type VerificationCache,
  type VerificationCacheOptions,
  verificationCache,
} from '../../clients/typescript/src/index.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const secret = 'kd_live_canary';
const valid: Verification = {
  valid: true,
  code: 'VALID',
  environment: 'live',
  checkedAt: '2026-01-15T10:30:00.000Z',
  gracePeriod: false,
  remainingUses: null,
  cacheableSeconds: 60,
  identity: { id: 'idn_1', name: 'deploy-bot', type: 'CI_CD', status: 'ACTIVE', riskScore: 0, tags: ['a'] },
  credential: {
    id: 'cred_1',
    name: 'key',
    scopes: ['read'],
    isTemporary: false,
    usageCount: 1,
    expiresAt: null,
  },
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Lets promises run that wait for nothing but each other. */
const settled = async (): Promise<void> => {
  for (let turns = 0; turns < 20; turns += 1) await turn();
};

/** A service that answers as the test says. */
class Scripted {
  answer: () => Promise<Verification> = () => Promise.resolve(structuredClone(valid));
  asked: string[] = [];
  streams: { url: URL; push: (text: string) => void; cut: () => void; signal: AbortSignal }[] = [];
  refusal: Response | undefined;

  readonly fetch: typeof fetch = async (target, init) => {
    const url = new URL(new Request(target).url);
    if (url.pathname.endsWith('/verify')) {
      this.asked.push(typeof init?.body === 'string' ? init.body : '');
      return Response.json(await this.answer());
    }
    if (this.refusal) return this.refusal;
    const signal = init?.signal as AbortSignal;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        let isOpen = true;
        const cut = (): void => {
          if (isOpen) controller.error(new TypeError('terminated'));
          isOpen = false;
        };
        signal.addEventListener('abort', cut);
        const push = (text: string): void => controller.enqueue(new TextEncoder().encode(text));
        this.streams.push({ url, push, cut, signal });
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };

  /** Waits for a request: SHA-256 is computed by another thread. */
  async isAsked(times: number): Promise<void> {
    while (this.asked.length < times) await turn();
  }

  get stream() {
    const newest = this.streams.at(-1);
    if (!newest) throw new Error('no stream is open');
    return newest;
  }

  async push(event: string, data: object, id = 'a'): Promise<void> {
    this.stream.push(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    await settled();
  }

  async beat(id = 'a'): Promise<void> {
    this.stream.push(`:\nid: ${id}\n\n`);
    await settled();
  }

  change = (changes: object): Promise<void> =>
    this.push('change', { credentials: [], identities: [], all: false, ...changes });
}

/** A cache whose stream is open. */
async function aCache(options: Partial<VerificationCacheOptions> = {}) {
  const service = new Scripted();
  const client = new Keyward({ baseUrl: 'http://127.0.0.1', apiKey: secret, fetch: service.fetch });
  const cache = verificationCache(client, { maxStaleSeconds: 10, ...options });
  onTestFinished(() => cache.close());
  await ask(cache);
  await settled();
  await service.push('reset', {});
  service.asked = [];
  return { service, cache };
}
const ask = (cache: VerificationCache, more: object = {}): Promise<Verification> =>
  cache.credentials.verify({ credential: secret, ...more });
/** Lets time pass, with a heartbeat each second. */
async function live(service: Scripted, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    await service.beat();
  }
}

describe('a kept answer', () => {
  test('is given without a request, as an object of its own', async () => {
    const { service, cache } = await aCache();
    const first = await ask(cache);
    first.identity?.tags.push('changed by the caller');
    const second = await ask(cache);
    second.identity?.tags.push('changed by the caller');
    expect(await ask(cache)).toEqual(valid);
    expect(service.asked).toHaveLength(1);
  });

  test('is for the same secret and the same scopes, in any order and from any address', async () => {
    const { service, cache } = await aCache();
    for (const more of [
      { scopes: ['a', 'b'] },
      { scopes: ['b', 'a'], ipAddress: '192.0.2.1', context: { application: 'x' } },
      { scopes: ['a'] },
      { credential: 'kd_live_other', scopes: ['a'] },
    ])
      await ask(cache, more);
    expect(service.asked).toHaveLength(3);
  });

  test('is older than maxStaleSeconds never, also while the stream is open', async () => {
    const { service, cache } = await aCache({ maxStaleSeconds: 2 });
    let answer = (): void => undefined;
    service.answer = () => new Promise((resolve) => (answer = () => resolve(structuredClone(valid))));
    const asked = cache.credentials.verify({ credential: secret });
    await service.isAsked(1);
    await live(service, 1);
    answer();
    await asked;
    await ask(cache);
    expect(service.asked).toHaveLength(1);
    // Its time began before the request was sent.
    await live(service, 1);
    const again = cache.credentials.verify({ credential: secret });
    await service.isAsked(2);
    answer();
    await again;
  });

  test('ends where the service says that it ends', async () => {
    const { service, cache } = await aCache();
    service.answer = () => Promise.resolve({ ...structuredClone(valid), cacheableSeconds: 1 });
    await ask(cache);
    await live(service, 1);
    await ask(cache);
    expect(service.asked).toHaveLength(2);
  });

  test('is one of maxEntries: that which was not used for the longest time goes', async () => {
    const { service, cache } = await aCache({ maxEntries: 2 });
    for (const credential of ['1', '2', '1', '3', '1', '2']) await ask(cache, { credential });
    expect(service.asked.map((body) => JSON.parse(body).credential)).toEqual(['1', '2', '3', '2']);
  });

  test.for<[string, Partial<Verification>]>([
    ['The service does not call it cacheable', { cacheableSeconds: 0 }],
    ['The service does not say it', { cacheableSeconds: undefined }],
    ['It is not valid', { valid: false, code: 'REVOKED' }],
  ])('is not made: %s', async ([, change]) => {
    const { service, cache } = await aCache();
    service.answer = () => Promise.resolve({ ...structuredClone(valid), ...change });
    await ask(cache);
    await ask(cache);
    expect(service.asked).toHaveLength(2);
  });
});

describe('a change', () => {
  test.for<[string, object]>([
    ['its credential', { credentials: ['cred_0', 'cred_1'] }],
    ['its identity', { identities: ['idn_1'] }],
    ['the tenant', { all: true }],
  ])('ends a kept answer: %s', async ([, changes]) => {
    const { service, cache } = await aCache();
    await ask(cache);
    await service.change({ credentials: ['cred_2'] });
    await ask(cache);
    expect(service.asked).toHaveLength(1);
    await service.change(changes);
    await ask(cache);
    expect(service.asked).toHaveLength(2);
  });

  test.for<[string, object]>([
    ['its credential', { credentials: ['cred_1'] }],
    ['its identity', { identities: ['idn_1'] }],
    ['the tenant', { all: true }],
  ])('keeps an answer out that is under way: %s', async ([, changes]) => {
    const { service, cache } = await aCache();
    let answer = (): void => undefined;
    service.answer = () => new Promise((resolve) => (answer = () => resolve(structuredClone(valid))));
    const asked = cache.credentials.verify({ credential: secret });
    await service.isAsked(1);
    await service.change(changes);
    answer();
    await asked;
    service.answer = () => Promise.resolve(structuredClone(valid));
    await ask(cache);
    expect(service.asked).toHaveLength(2);
  });

  test('that a later release tells in another event, and a reset, end everything', async () => {
    for (const event of ['reset', 'moved']) {
      const { service, cache } = await aCache();
      await ask(cache);
      await service.push(event, {});
      await ask(cache);
      expect(service.asked).toHaveLength(2);
    }
  });
});

describe('the cache is off', () => {
  test('before the stream is open, and after it was closed', async () => {
    const service = new Scripted();
    const client = new Keyward({ baseUrl: 'http://127.0.0.1', apiKey: secret, fetch: service.fetch });
    const cache = verificationCache(client, { maxStaleSeconds: 10 });
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
    expect(service.stream.url.searchParams.get('after')).toBeNull();
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

  test('after the process was paused, although its timers have not run and heartbeats have waited', async () => {
    const { service, cache } = await aCache();
    await ask(cache);
    // A paused process runs no timer, and then the blocks come that have waited, the oldest first.
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 4_000);
    vi.setSystemTime(Date.now() + 4_000);
    const [first] = service.streams;
    await service.beat();
    expect([cache.isOn(), first?.signal.aborted]).toEqual([false, true]);
    await ask(cache);
    expect(service.asked).toHaveLength(2);
    vi.restoreAllMocks();
  });

  test('after the machine slept, which stops the monotonic clock', async () => {
    const { service, cache } = await aCache();
    await ask(cache);
    vi.setSystemTime(Date.now() + 60_000);
    expect(cache.isOn()).toBe(false);
    await ask(cache);
    expect(service.asked).toHaveLength(2);
  });

  test('after a refusal, and asks again after a minute', async () => {
    const service = new Scripted();
    const refusal = { error: 'no', code: 'INSUFFICIENT_SCOPE', details: {}, requestId: 'req_1' };
    service.refusal = Response.json(refusal, { status: 403 });
    const lost: unknown[] = [];
    const client = new Keyward({ baseUrl: 'http://127.0.0.1', apiKey: secret, fetch: service.fetch });
    const cache = verificationCache(client, { maxStaleSeconds: 10, onLost: (error) => lost.push(error) });
    onTestFinished(() => cache.close());
    await ask(cache);
    expect(lost).toMatchObject([{ code: 'INSUFFICIENT_SCOPE', status: 403 }]);
    service.refusal = undefined;
    await vi.advanceTimersByTimeAsync(59_000);
    expect(service.streams).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(service.streams).toHaveLength(1);
  });
});

test('the cache is on while a node hands its stream over to another one, which goes on at the last id', async () => {
  const { service, cache } = await aCache();
  await ask(cache);
  await service.push('end', { reason: 'STOPPING' });
  expect(cache.isOn()).toBe(true);
  await vi.advanceTimersByTimeAsync(500);
  await settled();
  expect(service.stream.url.searchParams.get('after')).toBe('a');
  await service.beat('b');
  await ask(cache);
  expect(service.asked).toHaveLength(1);
  await service.change({ credentials: ['cred_1'] });
  await ask(cache);
  expect(service.asked).toHaveLength(2);
});

test('options that cannot be right are refused', () => {
  const client = new Keyward({ baseUrl: 'http://127.0.0.1' });
  for (const options of [
    { maxStaleSeconds: 0 },
    { maxStaleSeconds: 61 },
    { maxStaleSeconds: Number.NaN },
    { maxStaleSeconds: 1, maxEntries: 0 },
  ])
    expect(() => verificationCache(client, options)).toThrow(/must be/);
});
