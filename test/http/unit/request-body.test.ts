import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bytesReader, ClientGone } from '../../../src/http/body/body-bytes.ts';
import { bodyWork } from '../../../src/http/body/body-work.ts';
import { readBody } from '../../../src/http/body/request-body.ts';

/** Returns a request with half of its body received, and the client that sends the request. */
async function halfSent(): Promise<{ request: IncomingMessage; response: ServerResponse; client: Socket }> {
  const server = http.createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write(
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"na',
  );
  const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  return { request, response, client };
}

const asked = { required: true, types: ['application/json'], limit: 4_096, owner: 'org_1' };
const means = { readBytes: bytesReader(), work: bodyWork(100) };

describe('readBody', () => {
  test.for(['resetAndDestroy', 'destroy'] as const)(
    'says that the client is gone when it goes away in the middle (%s)',
    async (leave) => {
      const { request, response, client } = await halfSent();
      const body = readBody(request, { ...asked, response }, means);
      client[leave]();
      await expect(body).rejects.toBeInstanceOf(ClientGone);
    },
  );

  test('says so when the client went away before the body was asked for', async () => {
    const { request, response, client } = await halfSent();
    client.resetAndDestroy();
    await new Promise<void>((resolve) => {
      request.on('close', resolve);
    });
    await expect(readBody(request, { ...asked, response }, means)).rejects.toBeInstanceOf(ClientGone);
  });
});
