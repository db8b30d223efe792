// typescript-vectors.test.ts has the rules that all client libraries share.
import { Readable } from 'node:stream';
import { describe, expect, expectTypeOf, test } from 'vitest';
import manifest from '../../clients/typescript/package.json' with { type: 'json' };
import {
  Keyward,
  KeywardAnswerError,
  KeywardConnectionError,
  type KeywardOptions,
  KeywardUsageError,
} from '../../clients/typescript/src/index.ts';
import { json, scripted, text } from '../support/scripted.ts';
import { apiKey, body, client, created, failureOf } from './scripted-client.ts';

const baseUrl = 'http://127.0.0.1:1';
const tenant = 'org_01kahz5v3be4nr7q2m8x9c0d1e';

describe('a call', () => {
  test('puts its values where the contract expects them', async () => {
    const server = await scripted(json(200, { id: 'cred_1' }));
    const keyward = client(server);
    await keyward.credentials.update('cred_1/?#', { name: 'new' }, { ifMatch: '"1"' });
    await keyward.credentials.list({ status: 'ACTIVE', search: 'a&b', limit: 5 });
    expect(server.seen[0]).toMatchObject({
      method: 'PATCH',
      url: '/api/v1/credentials/cred_1%2F%3F%23',
      body: '{"name":"new"}',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        accept: 'application/json',
        'if-match': '"1"',
      },
    });
    expect(server.seen[1]).toMatchObject({
      method: 'GET',
      url: '/api/v1/credentials?status=ACTIVE&search=a%26b&limit=5',
    });
    expect(server.seen[1]?.headers['content-type']).toBeUndefined();
  });

  test('names the client with its version, after the program that uses it', async () => {
    const server = await scripted(json(200, { id: 'cred_1' }));
    await client(server).credentials.get('cred_1');
    await client(server, { userAgent: 'shop/2.1' }).credentials.get('cred_1');
    const ours = `keyward-typescript/${manifest.version}`;
    expect(server.seen.map(({ headers }) => headers['user-agent'])).toEqual([ours, `shop/2.1 ${ours}`]);
    const wrong = client(server, { userAgent: 'shop\n' });
    expect(await failureOf(wrong.credentials.get('cred_1'))).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(server.seen).toHaveLength(2);
  });

  test('leaves the name of the browser on a page', async () => {
    const server = await scripted(json(200, { id: 'cred_1' }));
    const names: (string | null)[] = [];
    const noting: typeof fetch = (url, init) => {
      names.push(new Headers(init?.headers).get('user-agent'));
      return fetch(url, init);
    };
    await new Keyward({ baseUrl: server.origin, session: { tenant }, fetch: noting }).credentials.get(
      'cred_1',
    );
    expect(names).toEqual([null]);
  });

  test('keeps a base path below which the service runs', async () => {
    const server = await scripted(json(200, { id: 'cred_1' }));
    await new Keyward({ baseUrl: `${server.origin}/keyward/?` }).credentials.get('cred_1');
    expect(server.seen[0]?.url).toBe('/keyward/api/v1/credentials/cred_1');
  });

  test.for(['', '.', '..', undefined])('never leaves its path for the id %o', async (id) => {
    const server = await scripted(created);
    const error = await failureOf(client(server).credentials.get(id as string));
    expect(error).toBeInstanceOf(KeywardUsageError);
    expect(server.seen).toEqual([]);
  });

  test('passes on fields and enum values that the client does not know', async () => {
    const server = await scripted(json(200, { id: 'cred_1', status: 'FROZEN', colour: 'blue' }));
    expect(await client(server).credentials.get('cred_1')).toEqual({
      id: 'cred_1',
      status: 'FROZEN',
      colour: 'blue',
    });
  });

  test.for([
    [
      'an Idempotency-Key of other letters',
      (k: Keyward) => k.identities.create(body, { idempotencyKey: 'ключ' }),
    ],
    ['an ETag with a line end', (k: Keyward) => k.identities.update('idn_1', {}, { ifMatch: '"a\n"' })],
    ['half a character in an id', (k: Keyward) => k.identities.get('\ud800')],
    ['a body that is not JSON', (k: Keyward) => k.identities.create({ ...body, metadata: { size: 1n } })],
    ['no time at all', (k: Keyward) => k.identities.get('idn_1', { timeoutMs: 0 })],
    ['endless time', (k: Keyward) => k.identities.get('idn_1', { timeoutMs: Infinity })],
    ['half a retry', (k: Keyward) => k.identities.get('idn_1', { maxRetries: 0.5 })],
  ] as const)('is not sent with %s', async ([, use]) => {
    const server = await scripted(created);
    const error = await failureOf(use(client(server)));
    expect(error).toBeInstanceOf(KeywardUsageError);
    expect(error).toMatchObject({ name: 'KeywardUsageError', code: 'INVALID_ARGUMENT' });
    expect(server.seen).toEqual([]);
  });

  test('is not repeated after an error of the caller', async () => {
    const server = await scripted(created);
    const bug = new Error('mine');
    const onResponse = (): void => {
      throw bug;
    };
    expect(await failureOf(client(server).identities.create(body, { onResponse }))).toBe(bug);
    expect(server.seen).toHaveLength(1);
  });

  test('shows the headers of the response', async () => {
    const server = await scripted(json(200, { id: 'cred_1' }, { etag: '"7"' }));
    let etag: string | null = null;
    await client(server).credentials.get('cred_1', {
      onResponse: ({ headers }) => (etag = headers.get('etag')),
    });
    expect(etag).toBe('"7"');
  });
});

describe('a dry run', () => {
  test('sets a header, and returns what a deletion would delete', async () => {
    const scim = { 'content-type': 'application/scim+json' };
    const server = await scripted(
      json(200, { schemas: [], id: 'usr_1' }, scim),
      (response) => void response.writeHead(204).end(),
    );
    const { scimUsers } = client(server);
    expect(await scimUsers.delete('org_1', 'usr_1', { dryRun: true })).toEqual({ schemas: [], id: 'usr_1' });
    expect(await scimUsers.delete('org_1', 'usr_1')).toBeUndefined();
    expect(server.seen.map(({ headers }) => headers['x-dry-run'])).toEqual(['true', undefined]);
  });

  test('is not sent for an operation without dry run, because the change would happen', async () => {
    const server = await scripted(json(200, { message: 'gone', id: 'usr_1' }));
    const error = await failureOf(client(server).users.delete('usr_1', { dryRun: true }));
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(server.seen).toEqual([]);
  });
});

describe('a wrapped secret', () => {
  test('sets a header, and is rejected for an operation that returns no secret', async () => {
    const server = await scripted(json(200, { credential: 'kd_wrap_1' }));
    await client(server).credentials.rotate('cred_1', {}, { wrapTtl: 60 });
    expect(server.seen.map(({ headers }) => headers['x-wrap-ttl'])).toEqual(['60']);
    const error = await failureOf(client(server).credentials.get('cred_1', { wrapTtl: 60 }));
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(server.seen).toHaveLength(1);
  });
});

describe('a refusal', () => {
  test('never shows the API key', async () => {
    const server = await scripted(
      json(401, { error: 'No', code: 'UNAUTHORIZED', details: {}, requestId: 'r' }),
    );
    const keyward = client(server);
    const { inspect } = await import('node:util');
    const error = await failureOf(keyward.credentials.get('cred_1'));
    expect(inspect([error, keyward], { depth: 9, showHidden: true })).not.toContain(apiKey);
    expect(JSON.stringify([error, keyward])).not.toContain(apiKey);
  });
});

describe('the client, on an unexpected response', () => {
  test('asks whether the base URL is right', async () => {
    const error = await failureOf(client(await scripted(text(404, '<html>'))).identities.get('idn_1'));
    expect((error as Error).message).toContain('baseUrl');
  });

  test('follows no redirect, because the key would go with it', async () => {
    const elsewhere = await scripted(json(200, {}));
    const server = await scripted(text(308, '', { location: elsewhere.origin }));
    const error = await failureOf(client(server).identities.get('idn_1'));
    expect(error).toBeInstanceOf(KeywardAnswerError);
    expect(error).toMatchObject({ code: 'REDIRECT', status: 308 });
    expect(elsewhere.seen).toEqual([]);
  });

  test('does not read a body of another type, because the body may never end', async () => {
    const server = await scripted((r) => void r.writeHead(200, { 'content-type': 'video/mp4' }).write('x'));
    const call = client(server, { timeoutMs: 60_000 }).identities.get('idn_1');
    expect(await failureOf(call)).toMatchObject({ code: 'UNEXPECTED_ANSWER' });
  });

  test('does not read an error without end, when it opens a stream', async () => {
    const body = new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(8 << 20)) });
    const keyward = new Keyward({ baseUrl, fetch: async () => new Response(body, { status: 503 }) });
    const call = keyward.openChanges(undefined, new AbortController().signal);
    expect(await failureOf(call)).toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 503 });
  });

  test('reads a body that is not a stream of the standard, as that of node-fetch', async () => {
    const response = Response.json({ id: 'idn_1' });
    Object.defineProperty(response, 'body', { value: Readable.from([]) });
    const keyward = new Keyward({ baseUrl, fetch: async () => response });
    expect(await keyward.identities.get('idn_1')).toEqual({ id: 'idn_1' });
  });

  test('does not blame the base URL while the service is down', async () => {
    const server = await scripted(text(503, '<html>'));
    const error = await failureOf(client(server, { maxRetries: 0 }).identities.get('idn_1'));
    expect((error as Error).message).not.toContain('baseUrl');
  });

  test('hides the query of a redirect', async () => {
    const server = await scripted(text(302, '', { location: 'http://sso.example/in?state=canary' }));
    const error = (await failureOf(client(server).identities.get('idn_1'))) as Error;
    expect(error.message).toContain('http://sso.example/in;');
    expect(error.message).not.toContain('canary');
  });

  test('throws a connection error if no server listens', async () => {
    const error = await failureOf(new Keyward({ baseUrl, maxRetries: 0 }).identities.get('idn_1'));
    expect(error).toBeInstanceOf(KeywardConnectionError);
    expect(error).toMatchObject({ code: 'CONNECTION_FAILED', status: undefined });
  });

  test.for([
    'somewhere',
    'ftp://localhost',
    'http://user:secret@localhost',
    'http://localhost?x=1',
    '',
    undefined,
  ])('rejects the base URL %s', (baseUrl) => {
    expect(() => new Keyward(baseUrl === undefined ? {} : { baseUrl })).toThrow(
      expect.objectContaining({ code: 'INVALID_BASE_URL' }),
    );
  });

  test('rejects a key that would break the header', () => {
    expect(() => new Keyward({ baseUrl: 'http://localhost', apiKey: 'kd_live_x\n' })).toThrow(
      expect.objectContaining({ code: 'INVALID_API_KEY', message: expect.not.stringContaining('kd_live_x') }),
    );
  });

  test.for(['', 'acme', 'org_', `${tenant}\n`, undefined])('rejects a session in the tenant %o', (wrong) => {
    const session = { tenant: wrong as string };
    expect(() => new Keyward({ baseUrl: 'http://localhost', session })).toThrow(
      expect.objectContaining({ code: 'INVALID_SESSION' }),
    );
  });

  test('rejects a key beside a session, also by its types', () => {
    // @ts-expect-error a caller is a key or a session
    const both: KeywardOptions = { baseUrl: 'http://localhost', apiKey, session: { tenant } };
    expect(() => new Keyward(both)).toThrow(
      expect.objectContaining({ code: 'INVALID_SESSION', message: expect.not.stringContaining(apiKey) }),
    );
    expectTypeOf<{ session: { tenant: string } }>().toExtend<KeywardOptions>();
    expectTypeOf<{ apiKey: string | undefined }>().toExtend<KeywardOptions>();
    // @ts-expect-error a session names its tenant
    const without: KeywardOptions = { session: {} };
    expect(() => new Keyward({ baseUrl: 'http://localhost', ...without })).toThrow(
      expect.objectContaining({ code: 'INVALID_SESSION' }),
    );
  });
});

describe('a caller', () => {
  test.for([
    [{ apiKey }, { authorization: `Bearer ${apiKey}`, tenant: null, credentials: 'omit' }],
    [{}, { authorization: null, tenant: null, credentials: 'omit' }],
    [{ session: { tenant } }, { authorization: null, tenant, credentials: 'same-origin' }],
  ] as [KeywardOptions, unknown][])('with %o proves itself by that alone', async ([options, expected]) => {
    const sent: unknown[] = [];
    const fetch = (_url: unknown, { headers, credentials }: RequestInit = {}) => {
      const { authorization = null, 'keyward-tenant': named = null } = Object.fromEntries(
        new Headers(headers),
      );
      sent.push({ authorization, tenant: named, credentials });
      return Promise.resolve(Response.json({ id: 'cred_1' }));
    };
    const keyward = new Keyward({ baseUrl: 'http://localhost', fetch, ...options });
    await keyward.credentials.get('cred_1');
    await keyward.credentials.revoke('cred_1', {});
    expect(sent).toEqual([expected, expected]);
  });
});

describe('pages', () => {
  const page = (data: number[], hasMore: boolean) => json(200, { data, pagination: { hasMore } });
  const collect = async (items: AsyncGenerator): Promise<unknown[]> => {
    const all: unknown[] = [];
    for await (const item of items) all.push(item);
    return all;
  };

  test('by offset continue where the last page ended', async () => {
    const server = await scripted(page([1, 2], true), page([3], false));
    expect(await collect(client(server).credentials.listAll({ limit: 2, offset: 4 }))).toEqual([1, 2, 3]);
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/api/v1/credentials?limit=2&offset=4',
      '/api/v1/credentials?limit=2&offset=6',
    ]);
  });
});
