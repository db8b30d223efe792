import { describe, expect, test } from 'vitest';
import {
  Keyward,
  KeywardAnswerError,
  KeywardApiError,
  KeywardConnectionError,
  type KeywardOptions,
  KeywardUsageError,
} from '../../clients/typescript/src/index.ts';
import { cut, json, scripted, type ScriptedServer, silence, text } from '../support/scripted.ts';

// A scripted server, so that each answer a service or a proxy can give is given; the real service is in
// typescript-live.test.ts. Retry-After: 0 keeps the waits at the jitter, a quarter of a second at most.
const soon = { 'retry-after': '0' };
const busy = json(503, { error: 'Busy', code: 'UNAVAILABLE', details: {}, requestId: 'req_1' }, soon);
const limited = json(429, { error: 'Too many', code: 'RATE_LIMITED', details: {}, requestId: 'req_1' }, soon);
const created = json(201, { id: 'idn_1' });
const apiKey = 'kd_live_canary';
const client = ({ origin }: ScriptedServer, options: KeywardOptions = {}) =>
  new Keyward({ baseUrl: origin, apiKey, ...options });
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error,
  );
const body = { name: 'deploy-bot', type: 'CI_CD' };

describe('a call', () => {
  test('puts its values where the contract wants them', async () => {
    const server = await scripted(json(200, { id: 'cred_1' }));
    const keyward = client(server);
    await keyward.credentials.update('cred_1/?#', { name: 'new' }, { ifMatch: '"1"' });
    await keyward.credentials.list({ status: 'ACTIVE', search: 'a&b', limit: 5 });
    expect(server.seen[0]).toMatchObject({
      method: 'PATCH',
      url: '/api/v1/credentials/cred_1%2F%3F%23',
      body: '{"name":"new"}',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        accept: 'application/json',
        'if-match': '"1"',
      },
    });
    expect(server.seen[1]).toMatchObject({
      method: 'GET',
      url: '/api/v1/credentials?status=ACTIVE&search=a%26b&limit=5',
    });
    expect(server.seen[1]?.headers['content-type']).toBeUndefined();
  });

  test('keeps a path below which the service is served', async () => {
    const server = await scripted(json(200, { id: 'cred_1' }));
    await new Keyward({ baseUrl: `${server.origin}/keyward/` }).credentials.get('cred_1');
    expect(server.seen[0]?.url).toBe('/keyward/api/v1/credentials/cred_1');
  });

  test.for(['', '.', '..', undefined])('never leaves its path for the id %o', async (id) => {
    const server = await scripted(created);
    const error = await failureOf(client(server).credentials.get(id as string));
    expect(error).toBeInstanceOf(KeywardUsageError);
    expect(server.seen).toEqual([]);
  });

  test('passes on fields and enum values that it does not know', async () => {
    const server = await scripted(json(200, { id: 'cred_1', status: 'FROZEN', colour: 'blue' }));
    expect(await client(server).credentials.get('cred_1')).toEqual({
      id: 'cred_1',
      status: 'FROZEN',
      colour: 'blue',
    });
  });

  test('shows the headers of the answer', async () => {
    const server = await scripted(json(200, { id: 'cred_1' }, { etag: '"7"' }));
    let etag: string | null = null;
    await client(server).credentials.get('cred_1', {
      onResponse: ({ headers }) => (etag = headers.get('etag')),
    });
    expect(etag).toBe('"7"');
  });
});

describe('a refusal', () => {
  test('carries status, code, details and request id', async () => {
    const refusal = {
      error: 'Not valid',
      code: 'VALIDATION_ERROR',
      details: { name: 'too short' },
      requestId: 'req_9',
    };
    const error = await failureOf(client(await scripted(json(400, refusal))).identities.create(body));
    expect(error).toBeInstanceOf(KeywardApiError);
    expect(error).toMatchObject({
      name: 'KeywardApiError',
      message: 'Not valid',
      status: 400,
      code: 'VALIDATION_ERROR',
      details: { name: 'too short' },
      requestId: 'req_9',
    });
  });

  test('never shows the API key', async () => {
    const server = await scripted(
      json(401, { error: 'No', code: 'UNAUTHORIZED', details: {}, requestId: 'r' }),
    );
    const keyward = client(server);
    const { inspect } = await import('node:util');
    const error = await failureOf(keyward.credentials.get('cred_1'));
    expect(inspect([error, keyward], { depth: 9, showHidden: true })).not.toContain(apiKey);
    expect(JSON.stringify([error, keyward])).not.toContain(apiKey);
  });
});

describe('retries', () => {
  test.for([502, 503, 504])('read again after a %i', async (status) => {
    const server = await scripted(text(status, 'Bad gateway', soon), json(200, { id: 'idn_1' }));
    expect(await client(server).identities.get('idn_1')).toEqual({ id: 'idn_1' });
  });

  test('read again when the connection is cut', async () => {
    const server = await scripted(cut, cut, json(200, { id: 'idn_1' }));
    expect(await client(server).identities.get('idn_1')).toEqual({ id: 'idn_1' });
    expect(server.seen).toHaveLength(3);
  });

  test('create again with one Idempotency-Key for all attempts, and another one for the next call', async () => {
    const server = await scripted(cut, busy, created);
    const keyward = client(server);
    await keyward.identities.create(body);
    await keyward.identities.create(body);
    const [first, second, third, next] = server.seen.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect([second, third]).toEqual([first, first]);
    expect(next).not.toBe(first);
  });

  test('use the Idempotency-Key of the caller', async () => {
    const server = await scripted(created);
    await client(server).identities.create(body, { idempotencyKey: 'mine' });
    expect(server.seen[0]?.headers['idempotency-key']).toBe('mine');
  });

  test.for([
    ['a cut connection', cut],
    ['a 503', busy],
  ] as const)('leave a call alone that may act twice, after %s', async ([, step]) => {
    const server = await scripted(step);
    const keyward = client(server);
    await failureOf(keyward.credentials.verify({ credential: 'kd_live_x' }));
    await failureOf(keyward.identities.update('idn_1', { name: 'new' }));
    expect(server.seen.map(({ method }) => method)).toEqual(['POST', 'PATCH']);
    expect(server.seen[0]?.headers['idempotency-key']).toBeUndefined();
  });

  test('repeat any call that was refused with 429', async () => {
    const server = await scripted(limited, json(200, { valid: true }));
    expect(await client(server).credentials.verify({ credential: 'kd_live_x' })).toEqual({ valid: true });
  });

  test('repeat after a 429 without headers and without a body', async () => {
    const server = await scripted(
      (response) => void response.writeHead(429).end(),
      json(200, { valid: true }),
    );
    expect(await client(server).credentials.verify({ credential: 'kd_live_x' })).toEqual({ valid: true });
  });

  test('wait until X-RateLimit-Reset', async () => {
    const resetAt = Math.floor(Date.now() / 1000) + 1;
    const refusal = json(429, {}, { 'x-ratelimit-reset': String(resetAt) });
    await client(await scripted(refusal, json(200, { id: 'idn_1' }))).identities.get('idn_1');
    expect(Date.now()).toBeGreaterThanOrEqual(resetAt * 1000);
  });

  test('do not wait for longer than a minute, and say how long the service asked for', async () => {
    const server = await scripted(json(429, { error: 'No', code: 'RATE_LIMITED' }, { 'retry-after': '61' }));
    expect(await failureOf(client(server).identities.get('idn_1'))).toMatchObject({
      code: 'RATE_LIMITED',
      status: 429,
      retryAfterSeconds: 61,
    });
    expect(server.seen).toHaveLength(1);
  });

  test('understand a Retry-After that is a date, from a proxy too', async () => {
    const server = await scripted(text(503, '<html>', { 'retry-after': 'Fri, 01 Jan 2100 00:00:00 GMT' }));
    const error = await failureOf(client(server).identities.get('idn_1'));
    expect((error as KeywardAnswerError).retryAfterSeconds).toBeGreaterThan(1e9);
    expect(server.seen).toHaveLength(1);
  });

  test.for([
    [2, 3, {}],
    [1, 2, { maxRetries: 1 }],
    [0, 1, { maxRetries: 0 }],
  ] as const)('end after %i, with the last error', async ([, attempts, options]) => {
    const server = await scripted(busy);
    const error = await failureOf(client(server, options).identities.get('idn_1'));
    expect(error).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    expect(server.seen).toHaveLength(attempts);
  });
});

describe('what is not an answer of Keyward', () => {
  test.for([
    ['an HTML page', text(200, '<html>'), 200],
    ['an HTML page with 404', text(404, '<html>'), 404],
    ['broken JSON', (r) => void r.writeHead(200, { 'content-type': 'application/json' }).end('{"id":'), 200],
    ['a JSON error of something else', json(403, { message: 'Forbidden' }), 403],
    ['an empty body', (r) => void r.writeHead(200).end(), 200],
    ['a bare null', json(200, null), 200],
  ] satisfies [string, Parameters<typeof scripted>[0], number][])(
    'is one clear error: %s',
    async ([, step, status]) => {
      const error = await failureOf(client(await scripted(step)).identities.get('idn_1'));
      expect(error).toBeInstanceOf(KeywardAnswerError);
      expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', status });
      expect((error as Error).message).toContain('baseUrl');
    },
  );

  test('keeps what a failing health check says', async () => {
    const report = { status: 'failing', checks: { database: 'unreachable' } };
    const server = await scripted(json(503, report, { 'x-request-id': 'req_8' }));
    expect(await failureOf(client(server, { maxRetries: 0 }).service.getReadiness())).toMatchObject({
      code: 'UNEXPECTED_ANSWER',
      details: report,
      requestId: 'req_8',
    });
  });

  test('is a redirect, which is not followed, because the key would go with it', async () => {
    const elsewhere = await scripted(json(200, {}));
    const server = await scripted(text(308, '', { location: elsewhere.origin }));
    const error = await failureOf(client(server).identities.get('idn_1'));
    expect(error).toBeInstanceOf(KeywardAnswerError);
    expect(error).toMatchObject({ code: 'REDIRECT', status: 308 });
    expect(elsewhere.seen).toEqual([]);
  });

  test('is a page of no list', async () => {
    const pages = client(await scripted(json(200, { hello: 'world' }))).identities.listAll();
    expect(await failureOf(pages.next())).toMatchObject({ code: 'UNEXPECTED_ANSWER' });
  });

  test('is a server that is not there', async () => {
    const error = await failureOf(
      new Keyward({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0 }).identities.get('idn_1'),
    );
    expect(error).toBeInstanceOf(KeywardConnectionError);
    expect(error).toMatchObject({ code: 'CONNECTION_FAILED', status: undefined });
  });

  test.for([
    'somewhere',
    'ftp://localhost',
    'http://user:secret@localhost',
    'http://localhost?x=1',
    '',
    undefined,
  ])('is no address: %s', (baseUrl) => {
    expect(() => new Keyward(baseUrl === undefined ? {} : { baseUrl })).toThrow(
      expect.objectContaining({ code: 'INVALID_BASE_URL' }),
    );
  });

  test('does not get a key that would break the header', () => {
    expect(() => new Keyward({ baseUrl: 'http://localhost', apiKey: 'kd_live_x\n' })).toThrow(
      expect.objectContaining({ code: 'INVALID_API_KEY', message: expect.not.stringContaining('kd_live_x') }),
    );
  });
});

describe('time', () => {
  test('runs out for an attempt that gets no answer', async () => {
    const server = await scripted(silence);
    const error = await failureOf(client(server, { timeoutMs: 50, maxRetries: 0 }).identities.get('idn_1'));
    expect(error).toBeInstanceOf(KeywardConnectionError);
    expect(error).toMatchObject({ code: 'TIMEOUT' });
  });

  test('runs out for a body that never ends', async () => {
    const server = await scripted(
      (r) => void r.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    );
    const call = client(server, { maxRetries: 0 }).identities.get('idn_1', { timeoutMs: 50 });
    expect(await failureOf(call)).toMatchObject({ code: 'TIMEOUT' });
  });

  test('is given to a retry afresh', async () => {
    const server = await scripted(silence, json(200, { id: 'idn_1' }));
    expect(await client(server, { timeoutMs: 200 }).identities.get('idn_1')).toEqual({ id: 'idn_1' });
  });

  test('ends when the caller says so, in an attempt', async () => {
    const controller = new AbortController();
    const server = await scripted(() => controller.abort(new Error('enough')));
    const call = client(server).identities.get('idn_1', { signal: controller.signal });
    expect(await failureOf(call)).toMatchObject({ message: 'enough' });
    expect(server.seen).toHaveLength(1);
  });

  test('ends when the caller says so, between attempts', async () => {
    const controller = new AbortController();
    const refusal = json(503, {}, { 'retry-after': '50' });
    const server = await scripted((response) => {
      response.on('close', () => controller.abort(new Error('enough')));
      refusal(response);
    });
    const call = client(server).identities.get('idn_1', { signal: controller.signal });
    expect(await failureOf(call)).toMatchObject({ message: 'enough' });
  });

  test('does not begin for a caller who has already said so', async () => {
    const server = await scripted(created);
    const signal = AbortSignal.abort(new Error('never'));
    expect(await failureOf(client(server).identities.create(body, { signal }))).toMatchObject({
      message: 'never',
    });
    expect(server.seen).toEqual([]);
  });
});

describe('pages', () => {
  const page = (data: number[], hasMore: boolean) => json(200, { data, pagination: { hasMore } });
  const collect = async (items: AsyncGenerator): Promise<unknown[]> => {
    const all: unknown[] = [];
    for await (const item of items) all.push(item);
    return all;
  };

  test('by offset go on where the last one ended', async () => {
    const server = await scripted(page([1, 2], true), page([3], false));
    expect(await collect(client(server).credentials.listAll({ limit: 2, offset: 4 }))).toEqual([1, 2, 3]);
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/api/v1/credentials?limit=2&offset=4',
      '/api/v1/credentials?limit=2&offset=6',
    ]);
  });

  test('by number count up from the first', async () => {
    const server = await scripted(page([1, 2], true), page([3], false));
    expect(await collect(client(server).identities.listPages({ search: 'x' }))).toHaveLength(2);
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/api/v1/identities?search=x&page=1',
      '/api/v1/identities?search=x&page=2',
    ]);
  });

  test('end at an empty page, whatever it says of more', async () => {
    expect(await collect(client(await scripted(page([], true))).identities.listAll())).toEqual([]);
  });

  test('are not fetched before they are needed', async () => {
    const server = await scripted(page([1], true));
    for await (const item of client(server).identities.listAll()) {
      expect(item).toBe(1);
      break;
    }
    expect(server.seen).toHaveLength(1);
  });
});
