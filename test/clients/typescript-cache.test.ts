// The cache of verifications against a scripted service, with clocks that the test moves (docs/decisions/0144).
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Keyward, type Verification, verificationCache } from '../../clients/typescript/src/index.ts';
import { aCache, ask, live, secret, valid } from '../support/scripted-verifier.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

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

  test('is for those who only look or for those who use, so that uses are asked for', async () => {
    const { service, cache } = await aCache();
    for (const consume of [false, false, true, undefined]) await ask(cache, { consume });
    expect(service.asked.map((body) => JSON.parse(body).consume)).toEqual([false, true]);
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
