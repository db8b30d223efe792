import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import net, { type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { listen } from '../../../src/http/server.ts';

const place = { host: '127.0.0.1', port: 0 };

async function connected(port: number, text: string): Promise<Socket> {
  const client = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  await once(client, 'connect');
  client.write(text);
  return client;
}

describe('listen', () => {
  test('knows the address of a client that has reset its connection', async () => {
    let serve: RequestListener = () => undefined;
    const server = await listen((request, response) => serve(request, response), place);
    const asked = new Promise<string | undefined>((resolve) => {
      serve = (request) => {
        request.on('close', () => resolve(request.socket.remoteAddress));
        client.resetAndDestroy();
      };
    });
    const client = await connected(server.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await asked).toBe('127.0.0.1');
    await server.stop(0);
  });

  test('closes a refused tunnel though its client keeps it open', async () => {
    const server = await listen(() => undefined, place);
    const client = await connected(server.port, 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n');
    const [answer] = (await once(client, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /);
    await server.stop(0);
    client.destroy();
  });

  test('does not wait at its stop for a connection that was opened in advance', async () => {
    const server = await listen((_request, response) => response.end('ok'), place);
    const client = await connected(server.port, '');
    const closed = once(client, 'close');
    // The answer to a later connection proves that the client's was accepted.
    await (await fetch(`http://127.0.0.1:${server.port}/`)).text();
    client.resume();
    await server.stop(3_600_000);
    client.end();
    await closed;
  });

  test('goes on before its stop, and closes each connection after the next response', async () => {
    const server = await listen((_request, response) => response.end('ok'), place);
    const client = await connected(server.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [before] = (await once(client, 'data')) as [Buffer];
    expect(before.toString()).toMatch(/^HTTP\/1\.1 200 [^]*connection: keep-alive/i);
    server.closeConnections();
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [after] = (await once(client, 'data')) as [Buffer];
    expect(after.toString()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
    await once(client, 'end');
    client.end();
    expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(200);
    await server.stop(0);
  });
});
