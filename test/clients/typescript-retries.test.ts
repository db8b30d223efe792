import { describe, expect, test } from 'vitest';
import { cut, json, scripted } from '../support/scripted.ts';
import { body, busy, client, created, failureOf } from './scripted-client.ts';

// typescript-vectors.test.ts has the rules that all client libraries share.

describe('retries', () => {
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
});

describe('time', () => {
  test('that a call has for itself runs out', async () => {
    const server = await scripted(
      (r) => void r.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    );
    const call = client(server, { maxRetries: 0 }).identities.get('idn_1', { timeoutMs: 50 });
    expect(await failureOf(call)).toMatchObject({ code: 'TIMEOUT' });
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
