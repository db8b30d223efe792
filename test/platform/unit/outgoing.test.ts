import { createServer as createTcpServer, type Socket } from 'node:net';
import { createServer } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { OutgoingFailure } from '../../../src/platform/outgoing.ts';
import { closedPort } from '../../support/closed-port.ts';
import {
  authority,
  codeOf,
  listening,
  outgoing,
  post,
  receiver,
  whenDone,
} from '../../support/outgoing-peers.ts';
import { createPrivateCa } from '../../support/private-ca.ts';

/** A socket with the name that the client asked for (RFC 6066 section 3), which the types of Node lack. */
type ServerSocket = Socket & { servername: string };

describe('a response', () => {
  test('arrives with its status, body and time, after the request arrived byte for byte', async () => {
    const body = Buffer.from([0x7b, 0xc3, 0xa9, 0x00, 0xff, 0x7d]);
    let got: { request: IncomingMessage; bytes: Buffer } | undefined;
    const url = await receiver((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.once('end', () => {
        got = { request, bytes: Buffer.concat(chunks) };
        response.writeHead(202).end('thank you');
      });
    });
    const headers = { 'Content-Type': 'application/json', 'X-Service-Signature': 'abc' };
    const answer = await outgoing().send(`${url}?a=1`, { method: 'POST', headers, body });
    expect(answer).toEqual({
      status: 202,
      body: 'thank you',
      bytes: Buffer.from('thank you'),
      caching: { date: expect.any(String) },
      latencyMs: expect.any(Number),
    });
    expect(got?.bytes).toEqual(body);
    expect(got?.request).toMatchObject({ method: 'POST', url: '/hook?a=1', httpVersion: '1.1' });
    expect(got?.request.headers).toMatchObject({
      'x-service-signature': 'abc',
      'accept-encoding': 'identity',
    });
  });

  test('is returned unchanged if it is a redirect, which is not followed', async () => {
    let calls = 0;
    const target = await receiver((_, response) => response.end(String((calls += 1))));
    const url = await receiver((_, response) => response.writeHead(307, { location: target }).end('moved'));
    expect(await outgoing().send(url, post)).toMatchObject({ status: 307, body: 'moved' });
    expect(calls).toBe(0);
  });

  test('is cut to the kept length, never within a character, and without NUL', async () => {
    const bodies = [`${'x'.repeat(3)}é`, 'a\0b', '\uFEFFé', ''];
    const url = await receiver((request, response) =>
      response.end(bodies[Number(request.headers['x-which'])]),
    );
    const { send } = outgoing();
    const texts = await Promise.all(
      bodies.map(async (_, which) => {
        const answer = await send(url, { ...post, headers: { 'x-which': String(which) }, keepBytes: 4 });
        return answer.body;
      }),
    );
    expect(texts).toEqual(['xxx', 'a\uFFFDb', '\uFEFF', '']);
  });

  test('is not decompressed, so a bomb stays small', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000));
    const url = await receiver((_, response) => response.setHeader('content-encoding', 'gzip').end(bomb));
    const before = process.memoryUsage().arrayBuffers;
    const answer = await outgoing().send(url, post);
    expect(answer.body).toHaveLength(4096);
    expect(answer.body.startsWith('\x1f')).toBe(true);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  test('to a later call arrives over an existing connection', async () => {
    const ports = new Set<number | undefined>();
    const url = await receiver((request, response) => {
      ports.add(request.socket.remotePort);
      response.end();
    });
    const { send } = outgoing();
    for (let call = 0; call < 20; call++) await send(url, post);
    // The second is made when a call comes in the moment in which the first one ends.
    expect(ports.size).toBeLessThanOrEqual(2);
  });
});

describe('a receiver that', () => {
  test('hangs is abandoned when the time is over', async () => {
    const url = await receiver(() => undefined);
    expect(await codeOf(outgoing().send(url, { ...post, timeoutMs: 200 }))).toBe('TIMEOUT');
  });

  test('hangs in the handshake is abandoned when the time is over', async () => {
    const port = await listening(createTcpServer(() => undefined));
    const call = outgoing().send(`https://127.0.0.1:${port}/`, { ...post, timeoutMs: 200 });
    expect(await codeOf(call)).toBe('TIMEOUT');
  });

  test('drips its body is abandoned when the time is over', async () => {
    const url = await receiver((_, response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(drip));
    });
    expect(await codeOf(outgoing().send(url, { ...post, timeoutMs: 300 }))).toBe('TIMEOUT');
  });

  test('drips its headers is abandoned when the time is over', async () => {
    const url = await receiver(({ socket }) => {
      const drip = setInterval(() => socket.write('X'), 20);
      socket.once('close', () => clearInterval(drip));
      socket.write('HTTP/1.1 200 OK\r\n');
    });
    expect(await codeOf(outgoing().send(url, { ...post, timeoutMs: 300 }))).toBe('TIMEOUT');
  });

  test('sends 100 MB is cut off after the first', async () => {
    let sent = 0;
    const closed = Promise.withResolvers<void>();
    const url: string = await receiver((_, response) => {
      const chunk = Buffer.alloc(65_536, 'x');
      const more = (): void => {
        while (sent < 100_000_000 && response.write(chunk)) sent += chunk.length;
      };
      response.on('drain', more).once('close', closed.resolve);
      more();
    });
    expect(await codeOf(outgoing().send(url, post))).toBe('RESPONSE_TOO_LARGE');
    await closed.promise;
    expect(sent).toBeLessThan(20_000_000);
  });

  test('sends exactly the allowed size counts as answered', async () => {
    const url = await receiver((_, response) => response.end(Buffer.alloc(1000, 'x')));
    const { send } = outgoing();
    expect(await codeOf(send(url, { ...post, maximumBytes: 1000 }))).toBe('answered');
    expect(await codeOf(send(url, { ...post, maximumBytes: 999 }))).toBe('RESPONSE_TOO_LARGE');
  });

  test('sends endless headers is cut off', async () => {
    const url = await receiver(({ socket }) => {
      socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(1_000_000)}`);
    });
    expect(await codeOf(outgoing().send(url, post))).toBe('RESPONSE_TOO_LARGE');
  });

  test.for([
    ['closes before its answer', undefined],
    ['closes within its body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx'],
    ['does not speak HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['switches to another protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n'],
  ] as const)('%s counts as not answered', async ([, text]) => {
    const url = await receiver(({ socket }) => (text === undefined ? socket.end() : socket.end(text)));
    expect(await codeOf(outgoing().send(url, post))).toBe('CONNECTION_LOST');
  });

  test('resets the connection counts as not answered', async () => {
    const connections: Socket[] = [];
    const server = createServer(await authority.issue(), () => connections[0]?.resetAndDestroy());
    server.on('connection', (socket: Socket) => connections.push(socket));
    const call = outgoing().send(`https://127.0.0.1:${await listening(server)}/`, post);
    expect(await codeOf(call)).toBe('CONNECTION_LOST');
  });

  test('refuses connections causes another error than one that does not exist', async () => {
    const { port, free } = await closedPort();
    whenDone(free);
    expect(await codeOf(outgoing().send(`https://127.0.0.1:${port}/`, post))).toBe('CONNECTION_REFUSED');
    expect(await codeOf(outgoing().send('https://nowhere.invalid/', post))).toBe('DNS_FAILURE');
  });

  test.for([
    ['another host', () => authority.issue('DNS:example.org')],
    ['an unknown authority', async () => (await createPrivateCa()).issue()],
  ] as const)('has the certificate of %s gets no request', async ([, make]) => {
    let calls = 0;
    const url = await receiver((_, response) => response.end(String((calls += 1))), await make());
    expect(await codeOf(outgoing().send(url, post))).toBe('TLS_ERROR');
    expect(calls).toBe(0);
  });

  test('speaks plain HTTP, or leaves during the handshake, gets no request', async () => {
    const plain = await listening(createTcpServer((socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n')));
    const leaving = await listening(createTcpServer((socket) => socket.destroy()));
    const { send } = outgoing();
    expect(await codeOf(send(`https://127.0.0.1:${plain}/`, post))).toBe('TLS_ERROR');
    expect(await codeOf(send(`https://127.0.0.1:${leaving}/`, post))).toBe('TLS_ERROR');
  });
});

describe('a forbidden address', () => {
  const names: Record<string, string[]> = {
    'inside.example': ['10.0.0.1'],
    'mixed.example': ['127.0.0.1', '10.0.0.1'],
    'mapped.example': ['::ffff:10.0.0.1'],
    'none.example': [],
    'here.example': ['127.0.0.1'],
  };
  const lookUp = async (host: string) =>
    (names[host] ?? [host]).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

  test.for([
    'http://93.184.216.34/',
    'https://user@93.184.216.34/',
    'https://user:password@93.184.216.34/',
    'https://:password@93.184.216.34/',
    'ftp://93.184.216.34/',
    'file:///etc/passwd',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00:ec2::254]/',
    'https://0x0a000001/',
    'https://167772161/',
    'https://10.1/',
    'https://10.0.0.1./',
    'https://inside.example/',
    'https://mixed.example/',
    'https://mapped.example/',
    'https://none.example/',
  ])('in %s is blocked', async (url) => {
    expect(await codeOf(outgoing({ lookUp }).send(url, { ...post, timeoutMs: 5000 }))).toBe(
      'BLOCKED_ADDRESS',
    );
  });

  test.for([
    '127.0.0.1',
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    '127.1',
    '2130706433',
    '[::ffff:127.0.0.1]',
  ])('for this machine as %s is blocked unless the operator allows it', async (host) => {
    let calls = 0;
    const url = new URL(
      await receiver((_, response) => response.end(String((calls += 1))), await authority.issue('DNS:x')),
    );
    url.host = `${host}:${url.port}`;
    expect(await codeOf(outgoing({ allow: [] }).send(url.href, post))).toBe('BLOCKED_ADDRESS');
    // The certificate shows that the guard let this one pass.
    expect(await codeOf(outgoing().send(url.href, post))).toBe('TLS_ERROR');
    expect(calls).toBe(0);
  });

  test('is checked for every connection, which goes to the checked address', async () => {
    const { port } = new URL(
      await receiver(
        (request, response) =>
          response.setHeader('connection', 'close').end((request.socket as ServerSocket).servername),
        await authority.issue('DNS:here.example'),
      ),
    );
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1']];
    const asked: string[] = [];
    const { send } = outgoing({
      async lookUp(host) {
        asked.push(host);
        return (answers.shift() ?? []).map((address) => ({ address, family: 4 }));
      },
    });
    const url = `https://here.example:${port}/`;
    expect(await send(url, post)).toMatchObject({ status: 200, body: 'here.example' });
    expect(await codeOf(send(url, post))).toBe('BLOCKED_ADDRESS');
    expect(await send(url, post)).toMatchObject({ status: 200 });
    expect(asked).toEqual(['here.example', 'here.example', 'here.example']);
  });

  test('is not shown in the error message', async () => {
    const failure: unknown = await outgoing({ lookUp })
      .send('https://inside.example/', post)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OutgoingFailure);
    expect(String(failure)).not.toMatch(/\d+\.\d+/);
  });
});

describe('the caller', () => {
  test('can cancel a call, before and while it runs', async () => {
    const asked = Promise.withResolvers<void>();
    const url = await receiver(() => asked.resolve());
    const stop = new AbortController();
    const reason = new Error('the service stops');
    const call = codeOf(outgoing().send(url, { ...post, signal: stop.signal }));
    await asked.promise;
    stop.abort(reason);
    expect(await call).toBe(reason);
    expect(await codeOf(outgoing().send(url, { ...post, signal: stop.signal }))).toBe(reason);
  });

  test('sees its own mistakes as such', async () => {
    const url = await receiver((_, response) => response.end());
    const failure = await codeOf(outgoing().send(url, { ...post, headers: { 'x-a': 'b\r\nc: d' } }));
    expect(failure).toMatchObject({ code: 'UND_ERR_INVALID_ARG' });
  });

  test('receives an error when all is closed', async () => {
    const asked = Promise.withResolvers<void>();
    const url = await receiver(() => asked.resolve());
    const { send, close } = outgoing();
    const call = codeOf(send(url, post));
    await asked.promise;
    await close();
    expect(await call).toBe('CONNECTION_LOST');
  });

  test('that hangs at one receiver does not delay another call to the same host', async () => {
    let waiting = 0;
    const all = Promise.withResolvers<void>();
    const url = await receiver((request, response) => {
      if (request.headers['x-hang'] === undefined) response.end('quick');
      else if (++waiting === 30) all.resolve();
    });
    const { send } = outgoing();
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const hanging = Array.from({ length: 30 }, () =>
      codeOf(send(url, { ...post, headers: { 'x-hang': '1' }, signal: stop.signal })),
    );
    await all.promise;
    expect(await send(url, post)).toMatchObject({ body: 'quick' });
    stop.abort('enough');
    expect(new Set(await Promise.all(hanging))).toEqual(new Set(['enough']));
  });
});
