import { describe, expect, test } from 'vitest';
import { type KeywardAnswerError, KeywardConnectionError } from '../../clients/typescript/src/index.ts';
import { cut, json, scripted, silence, text } from '../support/scripted.ts';
import { body, busy, client, created, failureOf, limited, soon } from './scripted-client.ts';

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

  test.for(['1.5', '-5', 'soon', '5, 5'])('take the Retry-After %s for none', async (after) => {
    const resetAt = String(Math.floor(Date.now() / 1000) + 100);
    const refusal = json(429, {}, { 'retry-after': after, 'x-ratelimit-reset': resetAt });
    const server = await scripted(refusal);
    const error = await failureOf(client(server).identities.get('idn_1'));
    expect((error as KeywardAnswerError).retryAfterSeconds).toBeGreaterThan(90);
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
    expect(await client(server, { timeoutMs: 1_000 }).identities.get('idn_1')).toEqual({ id: 'idn_1' });
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
