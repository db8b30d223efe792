import { Agent } from 'node:http';
import { describe, expect, onTestFinished } from 'vitest';
import { sizesOf } from '../../../src/http/admission/door.ts';
import { aCredential, verify } from '../../support/builders.ts';
import { holding, waiting } from '../../support/held-rows.ts';
import { openSocket, sendRaw } from '../../support/raw.ts';
import { startTestService, test } from '../../support/service.ts';

const unbounded = sizesOf({ least: 100_000, most: 100_000 });
const none = sizesOf({ least: 0, most: 0 });
const pause = /^[1-4]$/;

describe('a node that has too much to do', () => {
  test('refuses more of that work at once, finishes what it has begun, and takes more again', async () => {
    const service = await startTestService({}, { sizes: { ...unbounded, rows: { least: 2, most: 6 } } });
    onTestFinished(() => service.stop());
    const { ours, theirs, anonymous, as, origin, organizations } = service;
    const key = await aCredential(ours);
    const release = await holding(service, 'select from tenants for no key update');
    const begun = Array.from({ length: 5 }, (_, n) =>
      ours.call('createIdentity', { body: { name: `bot ${n}`, type: 'CI_CD' } }),
    );
    await waiting(service, begun.length);

    // All come from one address, and no more of it is let in.
    for (const call of [
      () => ours.call('listIdentities'),
      () => theirs.call('listIdentities'),
      // Before the key is looked at, and before the body is read.
      () => as('kd_live_wrong').call('getMe'),
      () => ours.call('createIdentity', { body: { nothing: 'right' } }),
    ]) {
      const { status, body, headers } = await call();
      expect({ status, code: body.code, details: body.details }).toEqual({
        status: 503,
        code: 'SERVICE_UNAVAILABLE',
        details: { reason: expect.stringContaining('too many requests') },
      });
      expect(headers.get('retry-after')).toMatch(pause);
      expect(body.requestId).toBe(headers.get('x-request-id'));
    }
    // Other work goes on, and health tells of a node that answers.
    expect(await verify(ours, key.secret)).toMatchObject({ valid: true });
    expect(
      (await anonymous.call('showSignIn', { path: { orgId: organizations.ours.live.orgId } })).status,
    ).toBe(303);
    expect((await anonymous.call('getLiveness')).status).toBe(200);
    expect(await anonymous.call('getReadiness')).toMatchObject({ status: 200, body: { status: 'ok' } });
    const { text } = await sendRaw(origin, { path: '/metrics' });
    expect(text).toContain('keyward_overload_refusals_total{class="rows"} 4');
    expect(text).toContain('keyward_requests_in_progress{class="rows"} 5');
    expect(text).toContain('keyward_requests_in_progress_limit{class="rows"} 2');

    await release();
    expect((await Promise.all(begun)).map(({ status }) => status)).toEqual(begun.map(() => 201));
    expect((await ours.call('listIdentities')).body.pagination.total).toBeGreaterThanOrEqual(begun.length);
  });

  test('is not kept busy by forms that strangers send by half', async () => {
    const service = await startTestService({}, { sizes: { ...unbounded, hashes: { least: 2, most: 4 } } });
    onTestFinished(() => service.stop());
    const { origin, organizations } = service;
    const path = `/login/${organizations.ours.live.orgId}/password`;
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
    for (let at = 0; at < 8; at++) {
      const socket = await openSocket(origin);
      onTestFinished(() => socket.close());
      socket.write(`${head}Content-Length: 50\r\n\r\nemail=`);
    }
    // Their places are free again when their addresses are counted and the bodies are awaited.
    const signIn = async () =>
      (
        await sendRaw(origin, {
          path,
          method: 'POST',
          body: 'email=ada%40example.com&password=wrong',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).status;
    await expect.poll(signIn).not.toBe(503);
  });

  test('refuses in the shape of each family, and keeps the connection', async () => {
    const service = await startTestService({}, { sizes: none });
    onTestFinished(() => service.stop());
    const { origin, organizations } = service;
    const { orgId, key } = organizations.ours.live;
    const authorization = `Bearer ${key}`;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const ask = (path: string, more: Partial<Parameters<typeof sendRaw>[1]> = {}) =>
      sendRaw(origin, { path, agent, headers: { authorization }, ...more });

    const list = await ask('/api/v1/identities');
    expect(list).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    expect(list.headers['content-type']).toBe('application/json; charset=utf-8');
    const scim = await ask(`/api/scim/v2/${orgId}/Users`);
    expect(scim).toMatchObject({
      status: 503,
      body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '503' },
    });
    expect(scim.headers['content-type']).toContain('application/scim+json');
    const token = await ask(`/api/oidc/${orgId}/token`, {
      method: 'POST',
      body: 'grant_type=client_credentials',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(token).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } });
    const page = await ask(`/login/${orgId}`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(503);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).toContain('<html');
    const head = await ask('/api/v1/identities', { method: 'HEAD' });
    expect(head).toMatchObject({ status: 503, text: '' });
    for (const { headers } of [list, scim, token, page, head])
      expect(headers).toMatchObject({
        'retry-after': expect.stringMatching(pause),
        'cache-control': 'no-store',
        connection: 'keep-alive',
      });
    expect(new Set([list, scim, token, page].map(({ headers }) => headers['retry-after'])).size).toBe(4);

    // Scripts of other origins may read it, and their preflight is not refused.
    const script = {
      headers: { origin: 'https://spa.example.com', 'access-control-request-method': 'POST' },
    };
    expect((await ask(`/api/oidc/${orgId}/token`, { method: 'OPTIONS', ...script })).status).toBe(204);
    expect(await ask(`/api/oidc/${orgId}/token`, { method: 'POST', ...script })).toMatchObject({
      status: 503,
      headers: {
        vary: 'Origin',
        'access-control-allow-origin': 'https://spa.example.com',
        'access-control-expose-headers': 'Retry-After',
      },
    });

    // The rest of a long body is dropped first: a reset would take the response with it.
    const post = { method: 'POST', headers: { authorization, 'content-type': 'application/json' } };
    const body = JSON.stringify({ name: 'x'.repeat(900_000) });
    expect(await ask('/api/v1/identities', { ...post, body })).toMatchObject({
      status: 503,
      headers: { connection: 'keep-alive' },
    });
    expect((await ask('/health/live')).status).toBe(200);
    expect((await ask('/health/ready')).status).toBe(200);
    expect((await ask('/api/v1/nothing')).status).toBe(404);

    // A body that does not end is waited for briefly.
    const socket = await openSocket(origin);
    socket.write(`POST /api/v1/identities HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`);
    socket.write('1\r\n{\r\n0\r\n\r\n');
    expect(await socket.answer()).toMatchObject({ status: 503, headers: { connection: 'keep-alive' } });
    socket.write(`POST /api/v1/identities HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{`);
    expect(await socket.answer()).toMatchObject({ status: 503, headers: { connection: 'close' } });
    await socket.closed;
  });
});
