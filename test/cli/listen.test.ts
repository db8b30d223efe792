// `keyward listen` in a process of its own, with two nodes and a receiver that verifies as users do.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, createServer as createFront, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { verifyWebhook, type WebhookEvent } from '../../clients/typescript/src/webhook.ts';
import { aCallerWith, anIdentity } from '../support/builders.ts';
import { keyward } from '../support/cli.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

interface Came {
  headers: IncomingHttpHeaders;
  raw: Buffer;
}

/** A receiver on this machine, without TLS. */
async function aLocalReceiver() {
  const waiting: Came[] = [];
  let wake = (): void => undefined;
  let status = 204;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(status).end();
      waiting.push({ headers: request.headers, raw: Buffer.concat(chunks) });
      wake();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    answer: (next: number) => void (status = next),
    next: async (secret: string): Promise<WebhookEvent> => {
      while (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const [came] = waiting.splice(0, 1);
      return verifyWebhook(came?.raw ?? '', came?.headers ?? {}, secret);
    },
    none: () => waiting.length === 0,
  };
}

interface Listening {
  process: ChildProcess;
  secret: string;
  /** The next line on standard output. */
  line: () => Promise<string>;
  /** All that standard error has. */
  told: () => string;
  ended: Promise<number | null>;
}

/** Starts `keyward listen` and waits until it listens. */
async function listening(
  words: readonly string[],
  { key, url = service.origin }: { key: string | undefined; url?: string },
): Promise<Listening> {
  const child = spawn(process.execPath, ['clients/cli/src/main.ts', 'listen', ...words], {
    env: { ...process.env, KEYWARD_URL: url, KEYWARD_API_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let told = '';
  const isListening = new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      if (told.includes('Listening.')) resolve();
    });
    void ended.then(() => reject(new Error(`it ended: ${told}`)));
  });
  await isListening;
  return {
    process: child,
    secret: /whsec_\S+/.exec(told)?.[0] ?? '',
    line: async () => String((await lines.next()).value),
    told: () => told,
    ended,
  };
}

const nameIn = (event: WebhookEvent): unknown => event.data['identityName'];

describe('keyward listen', () => {
  test('forwards each event signed and in order, shows each on a line, and ends with its listener', async () => {
    const receiver = await aLocalReceiver();
    const { caller } = await aCallerWith(service, ['webhooks.write', 'identities.read']);
    const one = await listening(['--event', 'identity.created', '--forward-to', receiver.url], {
      key: caller.key,
    });
    await anIdentity(service.ours, { name: 'first' });
    const first = await receiver.next(one.secret);
    expect(nameIn(first)).toBe('first');
    expect(await one.line()).toMatch(new RegExp(`^\\S+Z  identity\\.created  ${first.id}  204  \\d+ ms$`));
    receiver.answer(500);
    await anIdentity(service.ours, { name: 'second' });
    expect(nameIn(await receiver.next(one.secret))).toBe('second');
    expect(await one.line()).toMatch(/ 500 {2}\d+ ms$/);
    receiver.answer(204);
    await anIdentity(service.ours, { name: 'third' });
    // The failed one is not sent again.
    expect(nameIn(await receiver.next(one.secret))).toBe('third');
    one.process.kill('SIGINT');
    expect(await one.ended).toBe(0);
    const { body } = await service.ours.call('listAuditLogs', {
      query: { action: 'webhook_listener.delete', limit: 1 },
    });
    expect(body.data).toMatchObject([{ target: { id: first.webhookId }, result: 'SUCCESS' }]);
    expect(receiver.none()).toBe(true);
  });

  test('writes the secret to a file of its user, and prints bodies', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keyward-listen-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'secret.txt');
    const one = await listening(['--event', 'identity.created', '--print', '--secret-file', file], {
      key: service.ours.key,
    });
    expect(one.told()).not.toContain('whsec_');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toMatch(/^whsec_\S+\n$/);
    await anIdentity(service.ours, { name: 'printed' });
    expect(await one.line()).toMatch(/identity\.created {2}evt_\w+$/);
    expect(JSON.parse(await one.line())).toMatchObject({ data: { identityName: 'printed' } });
    one.process.kill('SIGTERM');
    expect(await one.ended).toBe(0);
  });

  test('goes on at another node when its node stops, and loses nothing', async () => {
    const receiver = await aLocalReceiver();
    const node = await service.startNode();
    const front = await aFront([node.origin, service.origin]);
    const one = await listening(['--event', 'identity.created', '--forward-to', receiver.url], {
      key: service.ours.key,
      url: front.origin,
    });
    await anIdentity(service.ours, { name: 'before' });
    expect(nameIn(await receiver.next(one.secret))).toBe('before');
    front.use(1);
    await node.stop();
    await anIdentity(service.ours, { name: 'after' });
    expect(nameIn(await receiver.next(one.secret))).toBe('after');
    one.process.kill('SIGINT');
    expect(await one.ended).toBe(0);
  });

  test('connects again when its connection dies without a word', { timeout: 90_000 }, async () => {
    const receiver = await aLocalReceiver();
    const front = await aFront([service.origin]);
    const one = await listening(['--event', 'identity.created', '--forward-to', receiver.url], {
      key: service.ours.key,
      url: front.origin,
    });
    await anIdentity(service.ours, { name: 'before' });
    expect(nameIn(await receiver.next(one.secret))).toBe('before');
    front.fallSilent();
    await anIdentity(service.ours, { name: 'after the silence' });
    expect(nameIn(await receiver.next(one.secret))).toBe('after the silence');
    one.process.kill('SIGINT');
    expect(await one.ended).toBe(0);
  });

  test('ends with exit code 3 when its key loses a right, and says which', async () => {
    const receiver = await aLocalReceiver();
    const { caller, id } = await aCallerWith(service, ['webhooks.write', 'identities.read']);
    const one = await listening(['--event', 'identity.created', '--forward-to', receiver.url], {
      key: caller.key,
    });
    await service.ours.call('updateCredential', { path: { id }, body: { scopes: ['webhooks.write'] } });
    await anIdentity(service.ours, { name: 'secret' });
    expect(await one.ended).toBe(3);
    expect(one.told()).toContain('identities.read');
    expect(receiver.none()).toBe(true);
  });

  test('ends with exit code 3 when its key is revoked', async () => {
    const { caller, id } = await aCallerWith(service, ['webhooks.write', 'identities.read']);
    const one = await listening(['--event', 'identity.created', '--print'], { key: caller.key });
    await service.ours.call('revokeCredential', { path: { id }, body: { reason: 'lost' } });
    await anIdentity(service.ours, { name: 'secret' });
    expect(await one.ended).toBe(3);
    expect(one.told()).toContain('UNAUTHORIZED');
  });

  test('prints what the service says about the stream', async () => {
    const lines = [
      { type: 'heartbeat', id: 'a' },
      { type: 'notice', id: 'a', reason: 'LONG_TRANSACTION', message: 'Events may be \u001b[2Jmissing.' },
      { type: 'end', reason: 'DELETED', message: 'The listener was deleted.' },
    ];
    const { code, err } = await keyward(['listen', '--print'], {
      env: { KEYWARD_API_KEY: service.ours.key },
      fetch: (input, init) =>
        new Request(input, init).method === 'POST'
          ? Promise.resolve(Response.json({ id: 'wh_1', signingSecret: 'whsec_x' }, { status: 201 }))
          : Promise.resolve(
              new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), {
                headers: { 'Content-Type': 'application/x-ndjson' },
              }),
            ),
    });
    expect({ code, err }).toEqual({
      code: 4,
      err: expect.stringContaining('Events may be \\u001b[2Jmissing.\n'),
    });
  });

  test.for([
    [['--forward-to', 'https://example.com/hook'], '--allow-remote'],
    [['--forward-to', 'http://example.com/hook', '--allow-remote'], 'Use https://'],
    [['--forward-to', 'ftp://localhost/'], 'takes an address'],
    [['--forward-to', 'http://ada:secret@localhost/'], 'without a password'],
    [[], '--forward-to http://localhost:4000, or --print'],
  ] as const)('refuses %j before it asks the service', async ([words, sentence]) => {
    const { code, err } = await keyward(['listen', ...words], {
      env: { KEYWARD_API_KEY: service.ours.key },
      fetch: () => Promise.reject(new Error('a request was sent')),
    });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(sentence) });
    expect(err).not.toContain('secret@');
  });
});

/** A load balancer in front of nodes. */
async function aFront(origins: readonly string[]) {
  let at = 0;
  const links = new Set<[Socket, Socket]>();
  const front = createFront((socket) => {
    const there = connect(Number(new URL(origins[at] ?? '').port), '127.0.0.1');
    socket.pipe(there).pipe(socket);
    links.add([socket, there]);
    const end = (): void => {
      socket.destroy();
      there.destroy();
    };
    for (const one of [socket, there]) one.on('error', end).on('close', end);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  onTestFinished(() => void front.close());
  return {
    origin: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    use: (next: number) => void (at = next),
    /** Passes nothing more on over the connections that are open. */
    fallSilent(): void {
      for (const [socket, there] of links) {
        socket.unpipe();
        there.unpipe();
        socket.pause();
        there.pause();
      }
    },
  };
}
