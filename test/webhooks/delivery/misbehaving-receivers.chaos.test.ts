// security.md section 2: all that a receiver does ends as an attempt with the contract's code for it.
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { createServer as createTlsServer, type TlsOptions, type TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { closedPort } from '../../support/closed-port.ts';
import { createPrivateCa } from '../../support/private-ca.ts';
import { accept, type Receiver, receiverCa, startReceiver } from '../../support/receiver.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { aWebhook, deliveriesOf, delivering, someEvents } from '../../support/webhooks.ts';

type Behaviour = (socket: TLSSocket) => void;

interface Case {
  /** Starts a receiver and tells its address. */
  start: () => Promise<string>;
  error: string | null;
  code?: number;
  /** The part of the body that is stored. */
  body?: string | null;
}

const stops: (() => void)[] = [];

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  stops.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

const certificate = await receiverCa.issue();

/** A receiver that waits for a request and then does as it likes. */
const tls =
  (behave: Behaviour, options: TlsOptions = certificate) =>
  async (): Promise<string> => {
    const server = createTlsServer(options, (socket) => {
      socket.on('error', () => undefined).once('data', () => behave(socket));
    });
    return `https://localhost:${await listening(server)}/hook`;
  };

const tcp = (behave: (socket: Socket) => void) => async (): Promise<string> =>
  `https://localhost:${await listening(createTcpServer(behave))}/hook`;

const says =
  (text: string | Buffer): Behaviour =>
  (socket) =>
    socket.end(text);

/** Says one thing, and then another as fast as it is taken, up to 100 MB. */
const floods =
  (start: string, unit: string): Behaviour =>
  (socket) => {
    const chunk = Buffer.from(unit.repeat(Math.ceil(65_536 / unit.length)));
    let left = 100_000_000;
    const more = (): void => {
      while (left > 0 && !socket.destroyed) {
        left -= chunk.length;
        if (!socket.write(chunk)) return;
      }
    };
    socket.on('drain', more);
    if (start !== '') socket.write(start); // an empty one is never written under Deno, nor what follows it
    more();
  };

const drips =
  (text: string, then: (socket: TLSSocket) => void): Behaviour =>
  (socket) => {
    let at = 0;
    const drip = setInterval(() => {
      if (at < text.length) socket.write(text.charAt(at++));
      else then(socket);
      if (socket.writableEnded) clearInterval(drip);
    }, 5);
    socket.once('close', () => clearInterval(drip));
  };

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const lasting = (length: number): string => `${ok}Content-Length: ${length}\r\n\r\n`;
const bomb = gzipSync(Buffer.alloc(50_000_000));
const nobody = async (): Promise<string> => {
  const { port, free } = await closedPort();
  stops.push(free);
  return `https://localhost:${port}/hook`;
};

const accepted = { error: null, code: 200 };
const lost = { error: 'CONNECTION_LOST' };
const tooLarge = { error: 'RESPONSE_TOO_LARGE' };
const timeout = { error: 'TIMEOUT' };
const untrusted = { error: 'TLS_ERROR' };

let elsewhere: Receiver;
let healthy: Receiver;
const redirect = (status: number): Case => ({
  start: tls((socket) =>
    says(`HTTP/1.1 ${status} Moved\r\nLocation: ${elsewhere.url}\r\nContent-Length: 5\r\n\r\nmoved`)(socket),
  ),
  error: 'HTTP_STATUS',
  code: status,
  body: 'moved',
});

/** The behaviour of each receiver, and the outcome of the attempt. */
const cases: Record<string, Case> = {
  'is not there': { start: nobody, error: 'CONNECTION_REFUSED' },
  'resets the connection in the handshake': {
    start: tcp((socket) => socket.once('data', () => socket.resetAndDestroy())),
    ...untrusted,
  },
  'hangs in the handshake': { start: tcp(() => undefined), ...timeout },
  'speaks plain HTTP': { start: tcp((socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n')), ...untrusted },
  'has the certificate of another host': {
    start: tls(says(lasting(0)), await receiverCa.issue('DNS:example.org')),
    ...untrusted,
  },
  'has the certificate of an unknown authority': {
    start: tls(says(lasting(0)), await (await createPrivateCa()).issue()),
    ...untrusted,
  },
  'has a certificate that has expired': {
    start: tls(says(lasting(0)), await receiverCa.issueExpired()),
    ...untrusted,
  },
  'supports TLS 1.1 at most': {
    start: tls(says(lasting(0)), {
      ...certificate,
      minVersion: 'TLSv1.1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    }),
    ...untrusted,
  },
  'supports only HTTP/2': {
    start: tls(says(lasting(0)), { ...certificate, ALPNProtocols: ['h2'] }),
    ...untrusted,
  },
  'closes without an answer': { start: tls((socket) => socket.end()), ...lost },
  'closes without a word': { start: tls((socket) => socket.destroy()), ...lost },
  'closes within its body': { start: tls(says(`${lasting(9)}x`)), ...lost },
  'breaks its chunks': { start: tls(says(`${chunked}ZZ\r\nx`)), ...lost },
  'says its length twice': {
    start: tls(says(`${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxy`)),
    ...lost,
  },
  'answers with status 000': { start: tls(says('HTTP/1.1 000 X\r\nContent-Length: 1\r\n\r\nx')), ...lost },
  'switches protocols': {
    start: tls(says('HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n')),
    ...lost,
  },
  'does not speak HTTP': { start: tls(says('SSH-2.0-OpenSSH_9.2\r\n')), ...lost },
  'never answers': { start: tls(() => undefined), ...timeout },
  'never ends its headers': {
    start: tls(drips('HTTP/1.1 200 OK\r\nX-A: ', (socket) => socket.write('x'))),
    ...timeout,
  },
  'never ends its body': { start: tls(drips(chunked, (socket) => socket.write('1\r\n.\r\n'))), ...timeout },
  'answers byte by byte': {
    start: tls(drips(`${lasting(6)}slowly`, (socket) => socket.end())),
    ...accepted,
    body: 'slowly',
  },
  'sends 100 MB': { start: tls(floods(lasting(100_000_000), 'x')), ...tooLarge },
  'sends chunks without end': { start: tls(floods(chunked, '1\r\nx\r\n')), ...tooLarge },
  'sends 64 KiB of headers': { start: tls(says(`${ok}X-A: ${'x'.repeat(65_536)}\r\n\r\n`)), ...tooLarge },
  'sends interim answers without end': {
    start: tls(floods('', 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n')),
    ...tooLarge,
  },
  'sends a compressed bomb, which stays compressed': {
    start: tls((socket) => {
      socket.write(`${ok}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
      socket.end(bomb);
    }),
    ...accepted,
    body: expect.stringContaining('\x1f') as string,
  },
  'sends a body that is not text': {
    start: tls(
      says(Buffer.concat([Buffer.from(lasting(8)), Buffer.of(0, 27, 0xed, 0xa0, 0x80, 0xff, 0x22, 0x5c)])),
    ),
    ...accepted,
    body: '\uFFFD\u001b\uFFFD\uFFFD\uFFFD\uFFFD"\\',
  },
  'answers 410 Gone': {
    start: tls(says('HTTP/1.1 410 Gone\r\nContent-Length: 4\r\n\r\ngone')),
    error: 'HTTP_STATUS',
    code: 410,
    body: 'gone',
  },
  'redirects for good': redirect(301),
  'redirects and wants the same request': redirect(307),
};

/** A URL that must not be called. The name has a private address, and no rule names that address with this port. */
const blocked = 'https://inside.localhost:9443/hook';

let service: TestService;
const ids = new Map<string, string>();

beforeAll(async () => {
  elsewhere = await startReceiver();
  healthy = await startReceiver(accept);
  const urls = new Map<string, string>();
  for (const [name, { start }] of Object.entries(cases)) urls.set(name, await start());
  const allowed = [healthy.url, elsewhere.url, ...urls.values()].map(
    (url) => `127.0.0.1:${new URL(url).port}`,
  );
  service = await startTestService({ ...delivering, EGRESS_ALLOW: allowed.join(',') });
  for (const [name, url] of [...urls, ['is inside', blocked], ['is well', healthy.url]] as const)
    ids.set(name, (await aWebhook(service, { url })).id);
  await someEvents(service, [{ identityId: newId('idn') }]);
  // The longest takes 30 seconds, the time of a whole attempt.
  await vi.waitFor(
    async () => {
      // The others would be tried again after a minute.
      await service.sql(
        `update deliveries set next_attempt_at = now() + interval '1 day'
          where status = 'RETRYING' and next_attempt_at < now() + interval '1 hour'`,
      );
      expect(
        await service.sql(
          `select from deliveries where attempts = 0 or (status = 'RETRYING' and next_attempt_at < now() + interval '1 hour')`,
        ),
      ).toEqual([]);
    },
    { timeout: 100_000, interval: 200 },
  );
}, 120_000);

afterAll(async () => {
  // First, or the service would give them time for what they were sent last.
  for (const stop of stops) stop();
  await service.stop();
  await healthy.close();
  await elsewhere.close();
});

async function attemptOf(name: string) {
  const webhookId = ids.get(name) ?? '';
  const [delivery] = await deliveriesOf(service, webhookId);
  const path = { id: webhookId, deliveryId: delivery?.id ?? '' };
  const { status, body } = await service.ours.call('getDelivery', { path });
  expect(status).toBe(200);
  expect(body.attempts).toHaveLength(1);
  return {
    delivery: body.status as string,
    ...body.attempts[0],
    milliseconds: Number.parseInt(body.attempts[0].latency),
  };
}

describe('a receiver that', () => {
  test.for(Object.entries(cases))('%s', async ([name, { error, code = null, body = null }]) => {
    const attempt = await attemptOf(name);
    expect(attempt).toMatchObject({
      delivery: error === null ? 'SUCCESS' : 'RETRYING',
      error,
      responseCode: code,
      responseBody: body,
    });
    // Node's timers count whole milliseconds, and the first of them has begun when they are set.
    if (error === 'TIMEOUT') expect(attempt.milliseconds).toBeGreaterThanOrEqual(29_999);
    expect(attempt.responseBody?.length ?? 0).toBeLessThanOrEqual(4096);
  });

  test('has a name with a private address is not called', async () => {
    expect(await attemptOf('is inside')).toMatchObject({
      delivery: 'RETRYING',
      error: 'BLOCKED_ADDRESS',
      responseCode: null,
      responseBody: null,
    });
  });
});

test('redirects led nowhere', () => expect(elsewhere.received).toEqual([]));

test('the service stays well beside them', { timeout: 60_000 }, async () => {
  expect(await attemptOf('is well')).toMatchObject({ delivery: 'SUCCESS', error: null });
  // None of them waited for those that hang.
  const waited = await service.sql(
    `select from delivery_attempts
      where at > (select min(at + latency_ms * interval '1 millisecond') from delivery_attempts where error = 'TIMEOUT')`,
  );
  expect(waited).toEqual([]);
  await someEvents(service, [{ identityId: newId('idn') }]);
  await expect.poll(() => healthy.received.length, { timeout: 40_000 }).toBe(2);
  expect((await service.ours.call('listWebhooks', { query: { limit: 100 } })).body.data).toHaveLength(
    ids.size,
  );
});
