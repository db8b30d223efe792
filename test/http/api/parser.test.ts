import { describe, expect } from 'vitest';
import { anIdentity } from '../../support/builders.ts';
import { openSocket, type RawSocket } from '../../support/raw.ts';
import { test } from '../../support/service.ts';

const get = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';

async function expectAlive(socket: RawSocket): Promise<void> {
  socket.write(get);
  expect((await socket.answer()).status).toBe(200);
}

describe('what the HTTP parser refuses', () => {
  test.for([
    ['garbage', 400, 'garbage\r\n\r\n'],
    ['binary', 400, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['an unknown method', 400, 'NONSENSE / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no Host', 400, 'GET /health/live HTTP/1.1\r\n\r\n'],
    ['two Hosts', 400, 'GET /health/live HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
    ['a tunnel', 400, 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n'],
    ['a header without a colon', 400, 'GET /health/live HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'],
    ['a blank before the colon', 400, 'GET /health/live HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['NUL in a header', 400, 'GET /health/live HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n'],
    ['a folded header', 400, 'GET /health/live HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n'],
    [
      'two lengths',
      400,
      'POST /api/v1/identities HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'a length and chunks',
      400,
      'POST /api/v1/identities HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'a length that is not a number',
      400,
      'POST /api/v1/identities HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    ],
    ['an unknown version', 400, 'GET /health/live HTTP/7.1\r\nHost: x\r\n\r\n'],
    ['headers over 16 KB', 431, `GET /health/live HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`],
    ['a target over 16 KB', 431, `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ] as const)(
    'answers %s as JSON with a request id',
    async ([, expected, bytes], { service: { origin } }) => {
      const socket = await openSocket(origin);
      socket.write(Buffer.from(bytes, 'latin1'));
      const { status, headers, body } = await socket.answer();
      expect(status).toBe(expected);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['x-request-id']).toMatch(/^req_[0-9a-z]{26}$/);
      expect(body).toEqual({
        error: expect.any(String),
        code: 'VALIDATION_ERROR',
        details: {},
        requestId: headers['x-request-id'],
      });
      await socket.closed;
    },
  );

  test.for([
    ['an address', `GET /api/oidc/x/authorize?state=${'a'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n`, ''],
    ['cookies', 'GET /api/oidc/x/authorize HTTP/1.1\r\nHost: x\r\n', `Cookie: a=${'a'.repeat(17_000)}\r\n`],
  ] as const)(
    'shows a browser with %s over 16 KB a page that says so, in its language',
    async ([, line, last], { service: { origin } }) => {
      const socket = await openSocket(origin);
      const browser =
        'Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\nAccept-Language: de-DE,de;q=0.9\r\n';
      socket.write(`${line}${browser}${last}\r\n`);
      const { status, headers, body } = await socket.answer();
      expect(status).toBe(431);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(body).toContain('Diese Anfrage ist zu lang');
      expect(body).toContain(String(headers['x-request-id']));
      await socket.closed;
    },
  );

  test('takes no other connection with it', async ({ service: { origin } }) => {
    const [good, bad] = await Promise.all([openSocket(origin), openSocket(origin)]);
    await expectAlive(good);
    bad.write('garbage\r\n\r\n');
    await bad.closed;
    await expectAlive(good);
    good.close();
  });

  test('leaves a client in peace that goes away in the middle', async ({ service: { origin, ours } }) => {
    for (const bytes of [
      'GET /hea',
      `POST /api/v1/identities HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ours.key}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"na`,
    ]) {
      const socket = await openSocket(origin);
      socket.write(bytes);
      socket.close();
    }
    const socket = await openSocket(origin);
    await expectAlive(socket);
    socket.close();
  });
});

describe('one connection', () => {
  test('goes on after every error whose request was read to its end', async ({
    service: { origin, ours },
  }) => {
    const id = await anIdentity(ours);
    const socket = await openSocket(origin);
    const key = `Authorization: Bearer ${ours.key}\r\n`;
    const json = (body: string): string =>
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    for (const [expected, head] of [
      [404, `GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n`],
      [405, `PUT /api/v1/identities HTTP/1.1\r\nHost: x\r\n\r\n`],
      [401, `GET /api/v1/identities HTTP/1.1\r\nHost: x\r\n\r\n`],
      [406, `GET /api/v1/identities HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n${key}\r\n`],
      [400, `POST /api/v1/identities HTTP/1.1\r\nHost: x\r\n${key}${json('{')}`],
      [400, `POST /api/v1/identities HTTP/1.1\r\nHost: x\r\n${key}${json('{"name":1}')}`],
      [404, `GET /api/v1/identities/x HTTP/1.1\r\nHost: x\r\n${key}\r\n`],
      [412, `PATCH /api/v1/identities/${id} HTTP/1.1\r\nHost: x\r\nIf-Match: "99"\r\n${key}${json('{}')}`],
    ] as const) {
      socket.write(head);
      expect((await socket.answer()).status).toBe(expected);
      await expectAlive(socket);
    }
    socket.close();
  });

  test('ends after an error whose body was not read, so that no body is taken for a request', async ({
    service: { origin },
  }) => {
    const smuggled = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
    for (const [expected, path] of [
      [404, '/nothing'],
      [401, '/api/v1/identities'],
    ] as const) {
      const socket = await openSocket(origin);
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`,
      );
      const { status, headers } = await socket.answer();
      expect({ status, connection: headers.connection }).toEqual({ status: expected, connection: 'close' });
      socket.write(smuggled);
      await socket.closed;
      await expect(socket.answer()).rejects.toThrow('the connection closed after ""');
    }
  });

  test('answers requests that were sent at once, in their order', async ({ service: { origin } }) => {
    const socket = await openSocket(origin);
    const paths = ['/health/live', '/nothing', '/api/v1/identities', '/health/live'];
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
    const statuses: number[] = [];
    while (statuses.length < paths.length) statuses.push((await socket.answer()).status);
    expect(statuses).toEqual([200, 404, 401, 200]);
    socket.close();
  });

  test('serves HTTP/1.0, an expectation it does not know, and an upgrade it does not make', async ({
    service: { origin },
  }) => {
    for (const head of [
      'HTTP/1.0',
      'HTTP/1.1\r\nHost: x\r\nExpect: nonsense',
      'HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket',
    ]) {
      const socket = await openSocket(origin);
      socket.write(`GET /health/live ${head}\r\n\r\n`);
      const { status, headers } = await socket.answer();
      expect({ head, status, id: headers['x-request-id'] }).toEqual({
        head,
        status: 200,
        id: expect.stringMatching(/^req_/),
      });
      socket.close();
    }
  });

  test('answers a client that asks before it sends a body', async ({ service: { origin, ours } }) => {
    const socket = await openSocket(origin);
    const body = '{"name":"deploy-bot","type":"CI_CD"}';
    socket.write(
      `POST /api/v1/identities HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ours.key}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    expect((await socket.answer()).status).toBe(100);
    socket.write(body);
    expect((await socket.answer()).status).toBe(201);
    socket.close();
  });
});
