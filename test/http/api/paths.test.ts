import { Agent } from 'node:http';
import { afterAll, describe, expect } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { aCredential, anIdentity } from '../../support/builders.ts';
import { type RawAnswer, sendRaw } from '../../support/raw.ts';
import { test } from '../../support/service.ts';

const request = { method: 'GET', path: '/api/v1/identities' };

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());
const encoded = (char: string): string => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`;

/**
 * Returns other spellings of a path that a lenient router or a proxy would treat as the same path.
 * Changes only the characters after position `from`.
 */
function spellings(path: string, from = 0): string[] {
  const everyChar = (path: string, change: (char: string) => string): string[] =>
    [...path].map((char, at) => path.slice(0, at) + change(char) + path.slice(at + 1)).slice(from);
  const [, first = '', ...rest] = path.split('/');
  return [
    ...everyChar(path, encoded),
    ...everyChar(path, (char) => encoded(encoded(char)[0] ?? '') + encoded(char).slice(1)),
    ...everyChar(path, (char) => (char === '/' ? '//' : char)),
    ...everyChar(path, (char) => (char === '/' ? '/./' : char)),
    ...everyChar(path, (char) => (char === '/' ? '/x/../' : char)),
    ...everyChar(path, (char) => (char === '/' ? '\\' : char)),
    ...everyChar(path, (char) => (char === '/' ? ';x/' : char)),
    `/${first.toUpperCase()}/${rest.join('/')}`,
    path.toUpperCase(),
    path.replace(/[a-z](?=[^/]*$)/, (char) => char.toUpperCase()),
    ...[
      '/',
      '//',
      '/.',
      '/..',
      ';',
      ';x',
      ';x=y',
      '%20',
      '%09',
      '%00',
      '%2f',
      '%3f',
      '%23',
      '%0a',
      '.json',
      '*',
      '%',
      '%zz',
      '%c0%af',
      '%ed%a0%80',
    ].map((end) => path + end),
    `/.${path}`,
    `//${path}`,
    `/%2e%2e${path}`,
  ].filter((spelling) => spelling !== path);
}

describe('another spelling of a path', () => {
  const protectedPaths = [
    ...new Set(
      Object.values(operations)
        .filter(({ secured }) => secured)
        .map(({ path }) => path),
    ),
  ];

  /** How many parts of a path one before it begins with, where they have been spelt in every way. */
  const spelt = (path: (typeof protectedPaths)[number]): number => {
    const parts = path.split('/');
    const before = protectedPaths.slice(0, protectedPaths.indexOf(path)).map((other) => other.split('/'));
    const shared = (other: string[]) => parts.findIndex((part, at) => part !== other[at]);
    return Math.max(0, ...before.map((other) => (shared(other) === -1 ? parts.length - 1 : shared(other))));
  };

  test.for(protectedPaths)(
    '%s is never served without a key',
    async (template, { service: { ours, origin } }) => {
      const ids = { identities: await anIdentity(ours), credentials: (await aCredential(ours)).id };
      const path = template.replace(
        /(identities|credentials)\/\{id\}/,
        (_, family: keyof typeof ids) => `${family}/${ids[family]}`,
      );
      const methods = Object.values(operations)
        .filter((operation) => operation.path === template)
        .map(({ method }) => method);
      const from = path.split('/').slice(0, spelt(template)).join('/').length;
      for (const method of methods) {
        for (const spelling of spellings(path, from)) {
          const { status, body, headers } = await sendRaw(origin, { agent, method, path: spelling });
          expect({ spelling, status }).toEqual({ spelling, status: expect.toBeOneOf([400, 401, 404, 405]) });
          if (spelling.startsWith('/api/scim/v2/'))
            expect(body.detail).toMatch(new RegExp(`^${String(headers['x-error-code'])}: `));
          else expect(body).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
        }
      }
    },
  );

  test('reaches no operation with a key either, except for an encoded id', async ({
    service: { ours, origin },
  }) => {
    const headers = { authorization: `Bearer ${ours.key}` };
    for (const spelling of spellings('/api/v1/identities')) {
      const { status } = await sendRaw(origin, { ...request, agent, headers, path: spelling });
      expect({ spelling, status }).toEqual({ spelling, status: expect.toBeOneOf([400, 404]) });
    }
    const id = await anIdentity(ours);
    const { status, body } = await sendRaw(origin, {
      headers,
      path: `/api/v1/identities/${id.replace('_', '%5F')}`,
    });
    expect({ status, id: body.id }).toEqual({ status: 200, id });
  });
});

describe('an unknown path', () => {
  test.for([
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v1/nothing',
    '/favicon.ico',
    '/api/v1/identities/a/b/c',
    '/%',
    '/%c0%af',
    '/__proto__',
    '/constructor',
    `/${'a'.repeat(8_000)}`,
    'ftp://localhost/health/live',
    'http://user@localhost/health/live',
    'http://[bad/',
    'http://x:bad/docs/',
    '//[bad#',
    '/docs#//[bad',
    '/metrics#',
  ])(
    '%s answers 404 for every method, with and without a key',
    async (path, { service: { origin, ours } }) => {
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
        for (const headers of [{}, { authorization: `Bearer ${ours.key}` }]) {
          const { status, body, headers: sent } = await sendRaw(origin, { method, path, headers });
          expect(status).toBe(404);
          expect(body).toEqual({
            error: 'No such path',
            code: 'NOT_FOUND',
            details: {},
            requestId: sent['x-request-id'],
          });
        }
      }
    },
  );

  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  test.for(['/typo', '/dashboard', '/docs/nothing', '/admin/nothing', '/api/v1/nothing', '/dev/nothing'])(
    '%s is a page for a browser, which leads nowhere and runs nothing',
    async (path, { service: { origin } }) => {
      const { status, headers, text } = await sendRaw(origin, { path, headers: { accept: browser } });
      expect([status, headers['content-type'], headers['x-error-code']]).toEqual([
        404,
        'text/html; charset=utf-8',
        'NOT_FOUND',
      ]);
      expect(text).toContain('<h1');
      expect(text).not.toContain('No such path');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      for (const accept of ['application/json', '*/*', 'application/json, text/html;q=0.5'])
        expect((await sendRaw(origin, { path, headers: { accept } })).body.code).toBe('NOT_FOUND');
      const posted = await sendRaw(origin, { method: 'POST', path, headers: { accept: browser } });
      expect(posted.headers['content-type']).toBe('application/json; charset=utf-8');
    },
  );

  test('answers HEAD without a body', async ({ service: { origin } }) => {
    const { status, text, headers } = await sendRaw(origin, { method: 'HEAD', path: '/nothing' });
    expect({ status, text, type: headers['content-type'] }).toEqual({
      status: 404,
      text: '',
      type: 'application/json; charset=utf-8',
    });
  });
});

describe('X-Request-Id', () => {
  const idOf = ({ headers }: RawAnswer): string => String(headers['x-request-id']);

  test.for(['a', 'A-Z.a_z-09', 'x'.repeat(64)])('%s is kept', async (id, { service: { origin } }) => {
    const answer = await sendRaw(origin, { ...request, headers: { 'x-request-id': id } });
    expect(idOf(answer)).toBe(id);
    expect(answer.body.requestId).toBe(id);
  });

  test.for(['', 'x'.repeat(65), 'a b', 'a,b', 'a/b', '{"a":1}', '<script>', 'é', "'; drop table"])(
    '%s is replaced',
    async (id, { service: { origin } }) => {
      const answer = await sendRaw(origin, {
        ...request,
        headers: { 'x-request-id': Buffer.from(id).toString('latin1') },
      });
      expect(idOf(answer)).toMatch(/^req_[0-9a-z]{26}$/);
      expect(answer.body.requestId).toBe(idOf(answer));
    },
  );

  test('is replaced when it is sent twice', async ({ service: { origin } }) => {
    const headers = ['Host', 'x', 'X-Request-Id', 'one', 'X-Request-Id', 'two'];
    expect(idOf(await sendRaw(origin, { ...request, headers }))).toMatch(/^req_/);
  });

  test('is different for every request', async ({ service: { origin } }) => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => sendRaw(origin, request)));
    expect(new Set(answers.map(idOf)).size).toBe(50);
  });
});

describe('Accept', () => {
  const ask = (accept: string, key: string | undefined, path = request.path) => ({
    path,
    headers: { accept, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
  });

  test.for([
    'text/html',
    'application/xml, text/*;q=0.5',
    'application/json;q=0',
    '*/*;q=0',
    'application/json;q=0, */*',
  ])('%s answers 406', async (accept, { service: { origin, ours } }) => {
    const { status, body } = await sendRaw(origin, ask(accept, ours.key));
    expect({ status, code: body.code, details: body.details }).toEqual({
      status: 406,
      code: 'NOT_ACCEPTABLE',
      details: { available: ['application/json'] },
    });
  });

  test.for([
    '*/*',
    'application/*',
    'application/json',
    'text/html, application/json;q=0.1',
    'nonsense',
    '',
    // Headers that Java's own client sends, and that curl users write by hand.
    'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
    'text/html, *',
    'text/html, nonsense',
  ])('%s is served', async (accept, { service: { origin, ours } }) => {
    expect((await sendRaw(origin, ask(accept, ours.key))).status).toBe(200);
  });
});

describe('every answer', () => {
  test('forbids caching and sniffing, and names no software', async ({ service: { origin, ours } }) => {
    for (const path of [request.path, '/nothing', '/api/v1/openapi.json', '/health/live']) {
      const { headers } = await sendRaw(origin, { path, headers: { authorization: `Bearer ${ours.key}` } });
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['x-powered-by']));
      expect(headers).not.toHaveProperty('server');
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});
