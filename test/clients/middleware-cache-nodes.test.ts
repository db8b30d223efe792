// The cache of verifications with two nodes and a proxy before one of them (docs/decisions/0144).
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { Keyward, verificationCache } from '../../clients/typescript/src/index.ts';
import { createGuard } from '../../clients/middleware/src/index.ts';
import { aCallerWith, aCredential } from '../support/builders.ts';
import { cuttable, type Cuttable } from '../support/cuttable.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
/** The node with the stream. */
let second: Awaited<ReturnType<TestService['startNode']>>;
beforeAll(async () => {
  service = await startTestService();
  second = await service.startNode();
});
afterAll(async () => {
  await second.stop();
  await service.stop();
});

const aProxy = async (origin: string): Promise<Cuttable> => {
  const proxy = await cuttable(origin);
  onTestFinished(() => proxy.stop());
  return proxy;
};

/** A cache that reads the stream of the second node, through a proxy, and counts its verifications. */
async function aCache() {
  const { caller } = await aCallerWith(service, ['credentials.verify']);
  const proxy = await aProxy(second.origin);
  let verifications = 0;
  const counting: typeof fetch = (...asked) => {
    if (new Request(asked[0]).url.endsWith('/verify')) verifications += 1;
    return fetch(...asked);
  };
  const keyward = new Keyward({ baseUrl: proxy.origin, apiKey: caller.key, fetch: counting });
  const cache = verificationCache(keyward, { maxStaleSeconds: 60 });
  onTestFinished(() => cache.close());
  const { id, secret } = await aCredential(service.ours);
  const verify = async (): Promise<string> => (await cache.credentials.verify({ credential: secret })).code;
  await verify();
  await vi.waitUntil(() => cache.isOn(), 10_000);
  await verify();
  verifications = 0;
  return { cache, proxy, id, secret, verify, verifications: () => verifications };
}
const revoke = (id: string) => service.ours.call('revokeCredential', { path: { id }, body: {} });

test('a revocation on one node ends a kept answer whose stream comes from another node', async () => {
  const { id, verify, verifications } = await aCache();
  expect([await verify(), await verify(), verifications()]).toEqual(['VALID', 'VALID', 0]);
  await revoke(id);
  await vi.waitUntil(async () => (await verify()) === 'REVOKED', { timeout: 5_000, interval: 20 });
});

test('after the stream was cut, each verification goes to the service until the next stream', async () => {
  const { cache, proxy, id, verify, verifications } = await aCache();
  await verify();
  // No connection gets through, so the client finds no next stream.
  proxy.turnTo(service.origin);
  proxy.cut();
  await vi.waitUntil(() => !cache.isOn(), { timeout: 5_000, interval: 1 });
  await revoke(id);
  expect(await verify()).toBe('REVOKED');
  expect(verifications()).toBe(1);
});

test('a node that stops hands its stream over, and nothing that is kept gets lost', async () => {
  const node = await service.startNode();
  const { caller } = await aCallerWith(service, ['credentials.verify']);
  const proxy = await aProxy(node.origin);
  const keyward = new Keyward({ baseUrl: proxy.origin, apiKey: caller.key });
  const lost: unknown[] = [];
  const cache = verificationCache(keyward, { maxStaleSeconds: 60, onLost: (error) => lost.push(error) });
  onTestFinished(() => cache.close());
  const { id, secret } = await aCredential(service.ours);
  await cache.credentials.verify({ credential: secret });
  await vi.waitUntil(() => cache.isOn(), 10_000);
  proxy.turnTo(second.origin);
  await node.stop();
  expect([cache.isOn(), lost]).toEqual([true, []]);
  await cache.credentials.verify({ credential: secret });
  await revoke(id);
  const code = async () => (await cache.credentials.verify({ credential: secret })).code;
  await vi.waitUntil(async () => (await code()) === 'REVOKED', { timeout: 5_000, interval: 20 });
});

test('the middleware takes the cache as its client', async () => {
  const { cache, secret, verifications } = await aCache();
  const guard = createGuard({ client: cache });
  const facts = { header: (name: string) => (name === 'authorization' ? [`Bearer ${secret}`] : []) };
  expect([await guard(facts), await guard(facts)]).toMatchObject([{ allowed: true }, { allowed: true }]);
  expect(verifications()).toBe(0);
});

test('what depends on more than the secret is asked for each time', async () => {
  const { cache, verifications } = await aCache();
  for (const fields of [{ maxUsageCount: 5 }, { allowedIps: ['192.0.2.0/24'] }]) {
    const { secret } = await aCredential(service.ours, fields);
    const question = { credential: secret, ipAddress: '192.0.2.1' };
    const answers = [await cache.credentials.verify(question), await cache.credentials.verify(question)];
    expect(answers).toMatchObject([{ code: 'VALID', cacheableSeconds: 0 }, { code: 'VALID' }]);
  }
  expect(verifications()).toBe(4);
});
