import { describe, expect } from 'vitest';
import { newSecret } from '../../../src/lib/secret.ts';
import { openSocket } from '../../support/raw.ts';
import { test } from '../../support/service.ts';

const body = '{"credential":"x"}';

/** Sends the head of a request to verify, on a connection of its own. */
async function verifying(
  origin: string,
  key: string,
  headers: readonly string[],
  path = '/api/v1/credentials/verify',
) {
  const socket = await openSocket(origin);
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    ...headers,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return socket;
}

describe('a target in absolute form', () => {
  test.for([
    'http://localhost/api/v1/identities?limit=1',
    'HTTPS://id.example:8443/api/v1/identities?limit=1',
  ])('is answered like its path: %s', async (target, { service: { origin, ours } }) => {
    const socket = await openSocket(origin);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: other\r\nAuthorization: Bearer ${ours.key}\r\n\r\n`);
    const answer = await socket.answer();
    expect([answer.status, answer.body.pagination.limit]).toEqual([200, 1]);
    socket.close();
  });
  test('may have no path', async ({ service: { origin } }) => {
    const socket = await openSocket(origin);
    socket.write('GET http://localhost HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n');
    expect((await socket.answer()).status).toBe(200);
    socket.close();
  });
  test('needs the key that its path needs', async ({ service: { origin } }) => {
    const socket = await openSocket(origin);
    socket.write('GET http://localhost/api/v1/identities HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect((await socket.answer()).status).toBe(401);
    socket.close();
  });
});

describe('OPTIONS *', () => {
  test('says that the server is there, and keeps the connection', async ({ service: { origin } }) => {
    const socket = await openSocket(origin);
    for (let turn = 0; turn < 2; turn++) {
      socket.write('OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n');
      const { status, headers } = await socket.answer({ bodiless: true });
      expect([status, headers.allow, headers['x-request-id']]).toEqual([
        204,
        expect.stringContaining('OPTIONS'),
        expect.stringMatching(/^req_/),
      ]);
    }
    socket.close();
  });
  test('is the only method that may ask so', async ({ service: { origin } }) => {
    const socket = await openSocket(origin);
    socket.write('GET * HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect((await socket.answer()).status).toBe(404);
    socket.close();
  });
});

describe('Expect: 100-continue', () => {
  const waits = 'Expect: 100-continue';
  const length = `Content-Length: ${body.length}`;

  test('is answered with 100 where the head is good, and the connection stays', async ({
    service: { origin, ours },
  }) => {
    const socket = await verifying(origin, ours.key ?? '', [waits, length]);
    expect((await socket.answer({ bodiless: true })).status).toBe(100);
    socket.write(body);
    const answer = await socket.answer();
    expect([answer.status, answer.body.code]).toEqual([200, 'NOT_FOUND']);
    socket.write(`GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expect((await socket.answer()).status).toBe(200);
    socket.close();
  });
  test('is answered with 100 once where the body comes at once', async ({ service: { origin, ours } }) => {
    const socket = await verifying(origin, ours.key ?? '', [waits, length]);
    socket.write(body);
    const { status } = await socket.answer({ bodiless: true });
    const answer = status === 100 ? await socket.answer() : undefined;
    expect(answer?.status ?? status).toBe(200);
    socket.close();
  });
  test('is not answered with 100 before the caller is known, also where the body comes at once', async ({
    service: { origin },
  }) => {
    const socket = await openSocket(origin);
    socket.write(
      `POST /api/v1/credentials/verify HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${newSecret('kd_live_')}\r\nContent-Type: application/json\r\n${waits}\r\n${length}\r\n\r\n${body}`,
    );
    expect((await socket.answer()).status).toBe(401);
    socket.close();
  });
  test.for([
    [401, 'kd_live_x', [length], undefined],
    [413, undefined, ['Content-Length: 99999999'], undefined],
    [415, undefined, [length, 'Content-Encoding: gzip'], undefined],
    [404, undefined, [length], '/api/v1/nothing'],
  ] as const)(
    'gets %i from the head, and the connection closes',
    async ([status, key, headers, path], { service: { origin, ours } }) => {
      const socket = await verifying(origin, key ?? ours.key ?? '', [waits, ...headers], path);
      const answer = await socket.answer();
      expect([answer.status, answer.headers.connection]).toEqual([status, 'close']);
      await socket.closed;
    },
  );
});
