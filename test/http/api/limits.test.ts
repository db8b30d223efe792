import { describe, expect, onTestFinished } from 'vitest';
import { aCredential } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { sendRaw } from '../../support/raw.ts';
import { startTestService, test as base, type TestService } from '../../support/service.ts';

const path = '/api/v1/credentials?limit=1';

/** With the limits of decisions 6.16: 100 a minute, and 20 more. */
const test = base.extend<{ limited: TestService }>({
  limited: [
    // Vitest reads the names of the fixtures this one needs from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startTestService({ RATE_LIMIT_PER_MINUTE: '100', DATABASE_POOL_SIZE: '20' });
      await use(service);
      await service.stop();
    },
    { scope: 'file' },
  ],
});

/** Creates a fresh key, to spare the window of the tenant's own key. The tests need few calls of the own key for this. */
async function aKey({ ours, sql }: TestService, fields: Record<string, unknown> = {}) {
  const { id, secret } = await aCredential(ours, {
    scopes: ['credentials.read', 'credentials.verify'],
    ...fields,
  });
  const row = async () =>
    (
      await sql<{ uses: number; window: number }>(
        'select usage_count::int as uses, window_count as window from credentials where id = $1',
        [id],
      )
    )[0];
  return { id, secret, row };
}

const ask = (origin: string, key: string) =>
  sendRaw(origin, { path, headers: { authorization: `Bearer ${key}` } });
const tally = (answers: { status: number }[]) =>
  answers.reduce<Record<number, number>>(
    (sum, { status }) => ({ ...sum, [status]: (sum[status] ?? 0) + 1 }),
    {},
  );
const unauthenticated = (origin: string, localAddress: string, at = '/api/v1/identities') =>
  sendRaw(origin, { path: at, localAddress });

describe('the window of a key', () => {
  test('passes 100 calls and 20 more, refuses the next, and says so', async ({ limited }) => {
    const key = await aKey(limited);
    const before = Math.floor(Date.now() / 1000);
    const resets = new Set<string>();
    for (let call = 1; call <= 120; call++) {
      const { status, headers } = await ask(limited.origin, key.secret);
      expect({
        call,
        status,
        limit: headers['x-ratelimit-limit'],
        remaining: headers['x-ratelimit-remaining'],
      }).toEqual({
        call,
        status: 200,
        limit: '100',
        remaining: String(Math.max(0, 100 - call)),
      });
      expect(headers).not.toHaveProperty('retry-after');
      resets.add(String(headers['x-ratelimit-reset']));
    }
    // One window, so one end.
    expect(resets.size).toBe(1);
    const [reset = ''] = resets;
    expect(Number(reset)).toBeGreaterThanOrEqual(before + 59);
    expect(Number(reset)).toBeLessThanOrEqual(before + 70);

    const { status, headers, body } = await ask(limited.origin, key.secret);
    expect(status).toBe(429);
    expect(headers).toMatchObject({
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': reset,
    });
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(61);
    expect(body).toEqual({
      error: expect.any(String),
      code: 'RATE_LIMITED',
      details: { limit: 100, remaining: 0, resetAt: new Date(Number(reset) * 1000).toISOString() },
      requestId: headers['x-request-id'],
    });
    expect(await key.row()).toEqual({ uses: 120, window: 120 });
  });

  test('passes exactly 120 of 300 calls at once, and counts no other as a use', async ({ limited }) => {
    const key = await aKey(limited);
    const answers = await Promise.all(Array.from({ length: 300 }, () => ask(limited.origin, key.secret)));
    expect(tally(answers)).toEqual({ 200: 120, 429: 180 });
    const remaining = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(headers['x-ratelimit-remaining']));
    expect(remaining.sort((a, b) => b - a)).toEqual([
      ...Array.from({ length: 100 }, (_, at) => 99 - at),
      ...Array<number>(20).fill(0),
    ]);
    expect(await key.row()).toEqual({ uses: 120, window: 120 });
  });

  test('is one for two nodes', async ({ limited }) => {
    const node = await limited.startNode();
    onTestFinished(() => node.stop());
    const key = await aKey(limited);
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, at) => ask(at % 2 ? node.origin : limited.origin, key.secret)),
    );
    expect(tally(answers)).toEqual({ 200: 120, 429: 180 });
  });

  test('starts afresh 60 seconds after its first call, by Postgres’s clock', async ({ limited }) => {
    const key = await aKey(limited);
    await ask(limited.origin, key.secret);
    const spend = (seconds: number) =>
      limited.sql(
        "update credentials set window_count = 120, window_started_at = now() - $2 * interval '1 s' where id = $1",
        [key.id, seconds],
      );
    await spend(50);
    const { status, headers } = await ask(limited.origin, key.secret);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(11);
    await spend(61);
    const fresh = await ask(limited.origin, key.secret);
    expect({ status: fresh.status, remaining: fresh.headers['x-ratelimit-remaining'] }).toEqual({
      status: 200,
      remaining: '99',
    });
  });

  test('is of the key: refused calls of one leave the other alone, and a rotation keeps the window', async ({
    limited,
  }) => {
    const [spent, other] = [await aKey(limited), await aKey(limited)];
    await limited.sql('update credentials set window_count = 120, window_started_at = now() where id = $1', [
      spent.id,
    ]);
    expect((await ask(limited.origin, spent.secret)).status).toBe(429);
    expect((await ask(limited.origin, other.secret)).status).toBe(200);
    const { body } = await limited.ours.call('rotateCredential', {
      path: { id: spent.id },
      body: { gracePeriod: 60 },
    });
    expect((await ask(limited.origin, body.credential)).status).toBe(429);
    expect((await ask(limited.origin, spent.secret)).status).toBe(429);
  });

  test('counts calls that are refused for another reason', async ({ limited }) => {
    const key = await aKey(limited);
    const forbidden = {
      method: 'POST',
      path: '/api/v1/identities',
      headers: { authorization: `Bearer ${key.secret}` },
    };
    const { status, headers } = await sendRaw(limited.origin, forbidden);
    expect({ status, remaining: headers['x-ratelimit-remaining'] }).toEqual({ status: 403, remaining: '99' });
    expect((await ask(limited.origin, key.secret)).headers['x-ratelimit-remaining']).toBe('98');
    expect(await key.row()).toEqual({ uses: 2, window: 2 });
  });
});

describe('VERIFY_RATE_LIMIT_PER_MINUTE', () => {
  test('gives verify calls a window of their own, exact at once', async () => {
    const service = await startTestService({
      RATE_LIMIT_PER_MINUTE: '10',
      RATE_LIMIT_BURST: '2',
      VERIFY_RATE_LIMIT_PER_MINUTE: '5',
    });
    onTestFinished(() => service.stop());
    const key = await aKey(service);
    const verify = () =>
      sendRaw(service.origin, {
        method: 'POST',
        path: '/api/v1/credentials/verify',
        headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
        body: '{"credential":"x"}',
      });
    const first = await verify();
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4' });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 2 ? verify() : ask(service.origin, key.secret))),
    );
    expect(tally(answers.filter((_, at) => at % 2))).toEqual({ 200: 6, 429: 14 });
    expect(tally(answers.filter((_, at) => at % 2 === 0))).toEqual({ 200: 12, 429: 8 });
    const refused = await verify();
    expect(refused).toMatchObject({ status: 429, body: { details: { limit: 5, remaining: 0 } } });
    expect(refused.body.error).toContain('raise VERIFY_RATE_LIMIT_PER_MINUTE');
    // A limit of its own is of the other window.
    await service.sql('update credentials set rate_limit_per_minute = 30 where id = $1', [key.id]);
    expect((await verify()).headers['x-ratelimit-limit']).toBe('5');
    expect((await ask(service.origin, key.secret)).headers['x-ratelimit-limit']).toBe('30');
  });
});

describe('the window of an address', () => {
  test('has windows of their own for previews and for sign-in pages', async ({ limited }) => {
    const address = '127.0.1.9';
    await limited.sql('insert into request_windows (name, started_at, count) values ($1, now(), 300)', [
      `preview:${address}`,
    ]);
    const preview = () =>
      sendRaw(limited.origin, { method: 'POST', path: '/admin/sign-in-preview', localAddress: address });
    expect((await preview()).status).toBe(429);
    const page = await unauthenticated(limited.origin, address, '/admin/sign-in');
    expect([page.status === 429, page.headers['x-ratelimit-remaining']]).toEqual([false, '299']);
  });

  test('passes 60 calls without a key, also at once, then refuses all but good keys', async ({ limited }) => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => unauthenticated(limited.origin, '127.0.1.1')),
    );
    expect(tally(answers)).toEqual({ 401: 60, 429: 40 });
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers).toMatchObject({
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '0',
      'retry-after': expect.stringMatching(/^\d+$/),
    });
    expect(refused?.body).toMatchObject({ code: 'RATE_LIMITED', details: { limit: 60, remaining: 0 } });
    const { secret } = await aKey(limited);
    const withKey = { path, headers: { authorization: `Bearer ${secret}` } };
    for (const localAddress of ['127.0.1.1', '127.0.1.2'])
      expect((await sendRaw(limited.origin, { ...withKey, localAddress })).status).toBe(200);
    expect((await unauthenticated(limited.origin, '127.0.1.1', '/health/live')).status).toBe(200);
    expect((await unauthenticated(limited.origin, '127.0.1.1', '/health/ready')).status).toBe(200);
    expect((await unauthenticated(limited.origin, '127.0.1.1', '/nothing')).status).toBe(404);
  });

  test('is one for two nodes', async ({ limited }) => {
    const node = await limited.startNode();
    onTestFinished(() => node.stop());
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        unauthenticated(at % 2 ? node.origin : limited.origin, '127.0.1.3'),
      ),
    );
    expect(tally(answers)).toEqual({ 401: 60, 429: 40 });
  });

  test('counts public operations, and not those with a good key', async ({ limited }) => {
    const { secret } = await aKey(limited);
    const withKey = { path, headers: { authorization: `Bearer ${secret}` }, localAddress: '127.0.1.4' };
    for (let call = 0; call < 70; call++) expect((await sendRaw(limited.origin, withKey)).status).toBe(200);
    const first = await unauthenticated(limited.origin, '127.0.1.4', '/api/v1/openapi.json');
    expect(first).toMatchObject({
      status: 200,
      headers: { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59' },
    });
    // Tests hold each answer against the contract. For this document that takes so long that counts would time out.
    const rest = await Promise.all(
      Array.from({ length: 70 }, () =>
        sendRaw(limited.origin, {
          method: 'POST',
          path: '/api/v1/credentials/unwrap',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token: 'nonsense' }),
          localAddress: '127.0.1.4',
        }),
      ),
    );
    // Tokens that work once are counted apart from the others.
    expect(tally(rest)).toEqual({ 404: 60, 429: 10 });
  });

  test('counts every kind of key that is refused', async ({ limited }) => {
    for (const authorization of ['', 'Basic eDp5', 'Bearer x', `Bearer kd_live_${'a'.repeat(49)}`]) {
      const { headers } = await sendRaw(limited.origin, {
        path,
        headers: { authorization },
        localAddress: '127.0.1.5',
      });
      expect(headers['x-ratelimit-limit']).toBe('60');
    }
    const { headers } = await unauthenticated(limited.origin, '127.0.1.5');
    expect(headers['x-ratelimit-remaining']).toBe('55');
  });
});

describe('RATE_LIMIT_PER_MINUTE=0', () => {
  test('switches every window off', async ({ service: { origin, ours } }) => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask(origin, ours.key ?? '')));
    expect(tally(answers)).toEqual({ 200: 200 });
    expect(answers[0]?.headers).not.toHaveProperty('x-ratelimit-limit');
    const without = await Promise.all(
      Array.from({ length: 100 }, () => unauthenticated(origin, '127.0.0.1')),
    );
    expect(tally(without)).toEqual({ 401: 100 });
  });

  test('switches that of verify calls off as well', async ({ service: { startNode, ours } }) => {
    const node = await startNode({ VERIFY_RATE_LIMIT_PER_MINUTE: '1', RATE_LIMIT_BURST: '0' });
    const client = createClient(node.origin, ours.key);
    for (let call = 0; call < 3; call++) {
      const { status } = await client.call('verifyCredential', { body: { credential: 'unknown' } });
      expect(status).toBe(200);
    }
    await node.stop();
  });
});
