import http from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Call, engine, type Written } from '../../../src/operation.ts';
import { type Hosted, page, redirect } from '../../../src/platform/pages/answers.ts';
import { setCookie } from '../../../src/lib/cookie.ts';
import { formType } from '../../../src/lib/form.ts';
import { html } from '../../../src/lib/markup.ts';
import type { TestService } from '../../support/service.ts';

// The answers that hosted pages and the protocol engine may give, even if no page gives such an answer yet. The wrapper
// runs operations of this file.
const { acts, operation } = {
  acts: { act: undefined as unknown as (call: Call<'showSignedOut'>) => Promise<Hosted | Written> },
  operation: {
    tag: 'tried',
    permission: null,
    audit: null,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    counted: 'address',
    bodyRequired: false,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: ['resource'],
    bodyLimit: 1_048_576,
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 415, 429, 500, 503],
  },
};

// Files share their process, so it is given back as it was.
const mocked = [
  '../../../generated/operations.ts',
  '../../../generated/openapi.json',
  '../../../generated/requests.json',
  '../../../src/handlers/index.ts',
];
function mock(): void {
  vi.doMock(import('../../../generated/operations.ts'), async (original) => {
    const { operations, ...others } = await original();
    return {
      ...others,
      operations: {
        ...operations,
        tryPage: { ...operation, method: 'POST', path: '/login/{orgId}/try' },
        tryPageOfOthers: {
          ...operation,
          crossSite: true,
          method: 'POST',
          path: '/login/{orgId}/try-foreign',
        },
        tryEngine: { ...operation, errors: 'oauth', method: 'POST', path: '/api/oidc/{orgId}/try' },
        showEngine: { ...operation, errors: 'oauth', method: 'GET', path: '/api/oidc/{orgId}/try' },
        tryClient: {
          ...operation,
          errors: 'oauth',
          counted: 'client',
          method: 'POST',
          path: '/api/oidc/{orgId}/client',
        },
      },
    } as never;
  });
  const responses = Object.fromEntries(operation.statuses.map((status) => [status, { description: '' }]));
  const at = (operationId: string) => ({
    operationId,
    parameters: [{ name: 'orgId', in: 'path', required: true, schema: { type: 'string' } }],
    requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
    responses,
  });
  const more = {
    '/login/{orgId}/try': { post: at('tryPage') },
    '/login/{orgId}/try-foreign': { post: at('tryPageOfOthers') },
    '/api/oidc/{orgId}/try': { post: at('tryEngine'), get: at('showEngine') },
    '/api/oidc/{orgId}/client': { post: at('tryClient') },
  };
  vi.doMock(import('../../../generated/openapi.json'), async (original) => {
    const { default: document } = await original();
    return { default: { ...document, paths: { ...document.paths, ...more } } };
  });
  vi.doMock(import('../../../generated/requests.json'), async (original) => {
    const { default: document } = await original();
    return { default: { ...document, paths: { ...document.paths, ...more } } };
  });
  vi.doMock(import('../../../src/handlers/index.ts'), async (original) => {
    const { familiesOf, ...others } = await original();
    const act = (call: Call<'showSignedOut'>) => acts.act(call);
    const tried = { tryPage: act, tryPageOfOthers: act, tryEngine: act, showEngine: act, tryClient: act };
    const withTried: typeof familiesOf = (parts) => {
      const { built, open } = familiesOf(parts);
      return { built, open: (tag) => ((tag as string) === 'tried' ? tried : open(tag)) };
    };
    return { ...others, familiesOf: withTried };
  });
}

let service: TestService;
beforeAll(async () => {
  vi.resetModules();
  mock();
  const { startTestService } = await import('../../support/service.ts');
  // Faults of this file are wanted.
  service = await startTestService({ LOG_LEVEL: 'fatal' });
  // All of the service is loaded once more.
}, 60_000);
afterAll(async () => {
  await service.stop();
  for (const path of mocked) vi.doUnmock(path);
  vi.resetModules();
});
beforeEach(() => {
  acts.act = async () => page(html`<p>done</p>`);
});

const paths = {
  tryPage: (orgId: string) => `/login/${orgId}/try`,
  tryPageOfOthers: (orgId: string) => `/login/${orgId}/try-foreign`,
  tryEngine: (orgId: string) => `/api/oidc/${orgId}/try`,
  tryClient: (orgId: string) => `/api/oidc/${orgId}/client`,
};
const pathOf = (name: keyof typeof paths): string => paths[name](service.ours.orgId ?? '');

const post = (target: string, headers: Record<string, string> = {}, body = '') =>
  service.anonymous.send('POST', target, {
    headers: { 'content-type': formType, ...headers },
    body,
    redirect: 'manual',
  });
const tryPage = (headers: Record<string, string> = {}, body = '') => post(pathOf('tryPage'), headers, body);
const tryEngine = (headers: Record<string, string> = {}, body = '') =>
  post(pathOf('tryEngine'), headers, body);

/** With headers that fetch would write itself. */
const rawPost = (headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(service.origin);
    http
      .request(
        { port, host: '127.0.0.1', method: 'POST', path: pathOf('tryPage'), headers, agent: false },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      )
      .on('error', reject)
      .end();
  });

describe('page', () => {
  test('sets each cookie in a header of its own', async () => {
    const baseUrl = 'https://id.example.com';
    acts.act = async () =>
      page(html`<p>ok</p>`, {
        status: 400,
        cookies: [setCookie('a', '1', { baseUrl, maxAge: 5 }), setCookie('b', '', { baseUrl, maxAge: 0 })],
      });
    const { status, headers } = await tryPage();
    expect(status).toBe(400);
    expect(headers.getSetCookie()).toEqual([
      '__Host-a=1; Path=/; Max-Age=5; HttpOnly; Secure; SameSite=Lax',
      '__Host-b=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax',
    ]);
  });

  test('reads the cookies of the request, except those sent twice with different values', async () => {
    acts.act = async ({ page: { cookies } }) => page(html`${JSON.stringify({ ...cookies })}`);
    const { body } = await tryPage({ cookie: 'a=1; a=2; b=3; c' });
    expect(body).toBe('{&quot;b&quot;:&quot;3&quot;}');
  });

  test('receives a form in which only list fields may repeat', async () => {
    acts.act = async ({ body }) => page(html`${JSON.stringify(body)}`);
    const { body } = await tryPage({}, 'resource=a&name=x%20y&resource=b');
    expect(body).toBe(
      '{&quot;resource&quot;:[&quot;a&quot;,&quot;b&quot;],&quot;name&quot;:&quot;x y&quot;}',
    );
    expect((await tryPage({}, 'name=a&name=b')).status).toBe(400);
  });
});

test('answers 500 in place of a response that breaks the contract, also behind Prism, and notes it', async () => {
  acts.act = async () => page(html`<p>tea</p>`, { status: 418 });
  expect((await tryPage()).status).toBe(500);
  expect(service.faults.splice(0)).toEqual([
    'The response of tryPage violates the contract: status 418 is not declared',
  ]);
});

describe('redirect', () => {
  test('redirects by GET, has no content and is never cached', async () => {
    acts.act = async () => redirect('/account/x?a=1#b', { cookies: ['s=1'] });
    const { status, headers, body } = await tryPage();
    expect([status, body]).toEqual([303, '']);
    expect(headers.get('location')).toBe('/account/x?a=1#b');
    expect(headers.get('content-type')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.getSetCookie()).toEqual(['s=1']);
  });

  test.for([
    ['/a\r\nSet-Cookie: x=1', '/a%0D%0ASet-Cookie:%20x=1'],
    ['/grüße ✉', '/gr%C3%BC%C3%9Fe%20%E2%9C%89'],
    ['/a\uD800b', '/a%EF%BF%BDb'],
    ['com.example.app:/cb?code=%20x', 'com.example.app:/cb?code=%20x'],
  ] as const)('to %j sends only the target', async ([location, sent]) => {
    acts.act = async () => redirect(location);
    const { status, headers } = await tryPage();
    expect([status, headers.get('location')]).toEqual([303, sent]);
    expect(headers.getSetCookie()).toEqual([]);
  });
});

describe('engine', () => {
  test('writes status, headers, cookies and body, and the headers of every response', async () => {
    acts.act = async ({ sent: { rawBody } }) =>
      engine(async (_request, response) => {
        response.setHeader('Set-Cookie', ['a=1', 'b=2']);
        response.writeHead(400, { 'Content-Type': 'application/json', 'Cache-Control': 'private' });
        response.end(JSON.stringify({ error: rawBody.toString() }));
      });
    const { status, headers, body } = await tryEngine({ 'x-request-id': 'mine-1' }, 'a=1');
    expect([status, body]).toEqual([400, { error: 'a=1' }]);
    expect(headers.get('x-request-id')).toBe('mine-1');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('private');
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  test('answers HEAD without a body, and no other method', async () => {
    acts.act = async () => engine(async (_request, response) => void response.end('text'));
    const target = pathOf('tryEngine');
    const head = await service.anonymous.send('HEAD', target);
    expect([head.status, head.body]).toEqual([200, '']);
    const options = await service.anonymous.send('OPTIONS', target);
    expect(options.status).toBe(405);
    expect(options.headers.get('allow')).toBe('POST, GET, HEAD');
  });

  test('must match the contract in tests: an undeclared status is a fault', async () => {
    acts.act = async () =>
      engine(async (_request, response) => {
        response.statusCode = 418;
        response.end('tea');
      });
    const { status, headers } = await tryEngine();
    expect([status, headers.get('x-undeclared-status')]).toEqual([500, '418']);
  });

  test.for([
    ['throws', () => Promise.reject(new Error('broken'))],
    ['says nothing', () => Promise.resolve()],
  ] as const)('that %s leaves no part of its response in the error', async ([, end]) => {
    acts.act = async () =>
      engine((_request, response) => {
        response.statusCode = 302;
        response.setHeader('Location', 'https://evil.example/');
        response.setHeader('Set-Cookie', 's=secret');
        response.setHeader('Content-Length', 3);
        return end();
      });
    const { status, headers, body } = await tryEngine();
    expect(status).toBe(500);
    expect(body).toMatchObject({ error: 'server_error', code: 'INTERNAL_ERROR' });
    expect(headers.get('location')).toBeNull();
    expect(headers.getSetCookie()).toEqual([]);
    expect(headers.get('x-request-id')).toBe(body.requestId);
  });

  test('is counted and logged like any other response', async () => {
    acts.act = async () =>
      engine(async (_request, response) => {
        response.statusCode = 400;
        response.end();
      });
    const lines: string[] = [];
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
      lines.push(String(line));
      return true;
    });
    const node = await service.startNode({ LOG_LEVEL: 'debug' });
    await fetch(node.origin + pathOf('tryEngine'), {
      method: 'POST',
      headers: { 'x-request-id': 'told-1' },
    });
    const metrics = await (await fetch(`${node.origin}/metrics`)).text();
    await node.stop();
    write.mockRestore();
    expect(metrics).toMatch(/operation="tryEngine"[^}]*status="400"|status="400"[^}]*operation="tryEngine"/);
    const line = lines.find((one) => one.includes('told-1')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ operation: 'tryEngine', status: 400, requestId: 'told-1' });
  });
});

describe('a form', () => {
  test.for<[Record<string, string>, number]>([
    [{}, 200],
    [{ origin: 'OWN' }, 200],
    [{ origin: 'http://localhost:PORT' }, 200],
    [{ origin: 'https://127.0.0.1:PORT' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: '' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'OWN.evil.example' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'OWN' }, 403],
    [{ 'sec-fetch-site': 'same-origin, cross-site' }, 403],
    [{ 'sec-fetch-site': '' }, 403],
  ])('with %j answers %i', async ([given, expected]) => {
    const { port } = new URL(service.origin);
    const sent = Object.entries(given).map(([name, value]): [string, string] => [
      name,
      value.replace('OWN', service.origin).replace('PORT', port),
    ]);
    const headers = { ...Object.fromEntries(sent), 'content-type': formType };
    expect(await rawPost(headers)).toBe(expected);
  });

  test('from another site is accepted if the contract allows it', async () => {
    const { status } = await post(pathOf('tryPageOfOthers'), {
      'sec-fetch-site': 'cross-site',
      origin: 'null',
    });
    expect(status).toBe(200);
  });

  test('from another site reaches the protocol engine, which checks it itself', async () => {
    acts.act = async () => engine(async (_request, response) => void response.end());
    expect((await tryEngine({ 'sec-fetch-site': 'cross-site' })).status).toBe(200);
  });
});

describe('an error page', () => {
  test('shows the branding of the requested organization', async () => {
    const { ours, theirs } = service;
    await ours.call('updateBranding', { body: { displayName: 'Blue <Ltd>', locale: 'fr' } });
    const { body } = await tryPage({}, 'a=1&a=2');
    expect(body).toContain('Blue &lt;Ltd&gt;');
    expect(body).toContain('<html lang="fr">');
    const { body: other } = await post(`/login/${theirs.orgId}/try`, {}, 'a=1&a=2');
    expect(other).not.toContain('Blue');
    const { body: unknown } = await post('/login/x/try', {}, 'a=1&a=2');
    expect(unknown).toContain('Keyward');
  });
});

describe('requests of a client', () => {
  let node: { origin: string; stop: () => Promise<void> };
  beforeAll(async () => {
    node = await service.startNode({ RATE_LIMIT_PER_MINUTE: '100', TRUSTED_PROXIES: '127.0.0.1' });
  });
  afterAll(() => node.stop());

  const ask = (address: string, client: string) =>
    fetch(node.origin + pathOf('tryClient'), {
      method: 'POST',
      headers: { 'content-type': formType, 'x-forwarded-for': address, 'x-forwarded-proto': 'https' },
      body: new URLSearchParams({ client }),
    });
  const askOften = async (times: number, address: string, client: string) => {
    const answers = await Promise.all(Array.from({ length: times }, () => ask(address, client)));
    return Map.groupBy(answers, ({ status }) => status);
  };
  const answering = (status: number) => {
    acts.act = async ({ path: { orgId }, body, limits }) => {
      await limits.client(orgId, (body as unknown as { client: string }).client);
      return engine(async (_request, response) => {
        response.statusCode = status;
        response.end();
      });
    };
  };

  test('are counted by client, and not by an address that many clients share', async () => {
    answering(200);
    const counted = await askOften(301, '192.0.2.1', 'one');
    expect([counted.get(200)?.length, counted.get(429)?.length]).toEqual([300, 1]);
    const [refused] = counted.get(429) ?? [];
    expect(refused?.headers.get('x-ratelimit-limit')).toBe('300');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused?.json()).toMatchObject({ error: 'temporarily_unavailable', code: 'RATE_LIMITED' });

    const other = await ask('192.0.2.1', 'two');
    expect([other.status, other.headers.get('x-ratelimit-remaining')]).toEqual([200, '299']);
    // A caller that knows a client's name cannot use up the limit that the client has at its own address.
    expect((await ask('192.0.2.2', 'one')).status).toBe(200);
  });
});
