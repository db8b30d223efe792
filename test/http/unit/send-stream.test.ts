import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import net from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { RequestContext } from '../../../src/http/request-context.ts';
import { sendStream } from '../../../src/http/send-stream.ts';
import { listen } from '../../../src/http/server.ts';

afterEach(() => void vi.useRealTimers());

/** Sends texts to a client that asks for them. @param gone is there if the texts come when something happens */
async function sending(texts: AsyncGenerator<string, void, undefined>, gone?: () => void) {
  let serve: RequestListener = () => undefined;
  const ended = new Promise<Error | undefined>((resolve, reject) => {
    serve = (request, response) => {
      const context = { request, response, headers: {} } as unknown as RequestContext;
      sendStream(context, { status: 200, body: undefined, ...(gone ? { gone } : {}) }, texts).then(
        resolve,
        reject,
      );
    };
  });
  const server = await listen((request, response) => serve(request, response), {
    host: '127.0.0.1',
    port: 0,
  });
  onTestFinished(() => server.stop(0));
  const client = net.connect({ port: server.port, host: '127.0.0.1' });
  onTestFinished(() => void client.destroy());
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return { client, ended };
}

test('a live text is sent at once, though more may come', async () => {
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => (end = resolve));
  async function* texts() {
    yield 'first\n';
    await held;
  }
  const { client, ended } = await sending(texts(), () => undefined);
  let read = '';
  while (!read.includes('first\n')) read += String((await once(client, 'data'))[0]);
  expect(read).toContain('X-Accel-Buffering: no');
  end();
  expect(await ended).toBeUndefined();
});

test('a client that leaves a live stream ends it, and is not a fault', async () => {
  let leave = (): void => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  async function* texts() {
    yield 'first\n';
    await left;
  }
  const { client, ended } = await sending(texts(), leave);
  await once(client, 'data');
  client.destroy();
  expect(await ended).toBeUndefined();
});

test('a client that does not read for a minute is cut off, and no more texts are made for it meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let made = 0;
  async function* texts() {
    for (;;) {
      made += 1;
      yield 'x'.repeat(256 * 1024);
    }
  }
  let hasLeft = false;
  const { ended } = await sending(texts(), () => (hasLeft = true));
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  const before = made;
  await vi.advanceTimersByTimeAsync(59_000);
  expect({ made, hasLeft }).toEqual({ made: before, hasLeft: false });
  await vi.advanceTimersByTimeAsync(1_000);
  await ended;
  expect({ made, hasLeft }).toEqual({ made: before, hasLeft: true });
});
