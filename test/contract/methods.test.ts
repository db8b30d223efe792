import { METHODS } from 'node:http';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { openSocket, sendRaw } from '../support/raw.ts';
import { startTestService, test, type TestService } from '../support/service.ts';
import { drawn, half } from '../support/thorough.ts';
import {
  callerOf,
  cases,
  everything,
  limited,
  methodsOf,
  secured,
  targetOf,
  workingCall,
} from './enumerate.ts';

const paths = [...new Set(everything.map(({ path }) => path))];
// Node passes CONNECT and upgrades to no handler, and closes the connection.
const methods = METHODS.filter((method) => method !== 'CONNECT');
const usual = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
const unusual = methods.filter((method) => !usual.includes(method));

describe('a method that the path does not declare', () => {
  test.for(half(paths, 'methods'))(
    '%s answers 405 and lists the methods of the path',
    async (path, { service: { origin, ours } }) => {
      const declared = methodsOf(path);
      const target = path.replace(/\{\w+\}/g, 'x');
      const socket = await openSocket(origin);
      const candidates = [...usual, ...drawn(unusual, 2, path)];
      for (const method of candidates.filter((candidate) => !declared.includes(candidate))) {
        for (const key of ['', `Authorization: Bearer ${ours.key}\r\n`]) {
          socket.write(`${method} ${target} HTTP/1.1\r\nHost: x\r\n${key}\r\n`);
          const { status, headers, body } = await socket.answer({ bodiless: method === 'HEAD' });
          expect({ method, status }).toEqual({ method, status: 405 });
          expect(headers.allow?.split(', ').sort()).toEqual([...declared].sort());
          expect(headers['x-request-id']).toMatch(/^req_/);
          if (method === 'HEAD') continue;
          if (headers['x-error-code'] !== undefined || path.startsWith('/api/scim/'))
            expect(headers['x-error-code']).toBe('METHOD_NOT_ALLOWED');
          else expect(body).toMatchObject({ code: 'METHOD_NOT_ALLOWED', requestId: headers['x-request-id'] });
        }
      }
      socket.close();
    },
  );
});

describe('HEAD', () => {
  const readable = cases.filter(({ method }) => method === 'GET');

  test.for(half(readable, 'HEAD'))(
    '$id answers with the headers of GET and no body',
    async (operation, { service: { origin, ours } }) => {
      const { path = {} } = await workingCall(operation, ours);
      const { key } = await callerOf(operation, ours);
      const ask = (method: string) =>
        sendRaw(origin, {
          method,
          path: targetOf(operation, path),
          headers: { authorization: `Bearer ${key}`, 'x-request-id': 'the-same' },
        });
      const [get, head] = [await ask('GET'), await ask('HEAD')];
      const { date: _, 'transfer-encoding': chunked, ...expected } = get.headers;
      const { date: __, 'transfer-encoding': ___, ...headers } = head.headers;
      expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
      // A body that is generated while it is sent has no length.
      if (chunked === undefined) expect(Number(head.headers['content-length'])).toBeGreaterThan(0);
      if (operation.id !== 'listCredentials') expect(headers).toEqual(expected);
    },
  );
});

describe('X-Request-Id', () => {
  test.for(half(cases, 'X-Request-Id'))(
    '$id returns the id of the caller, or a new one',
    async (operation, { service: { ours } }) => {
      const parts = await workingCall(operation, ours);
      const caller = await callerOf(operation, ours);
      const { headers } = await caller.call(operation.id, {
        ...parts,
        headers: { 'x-request-id': 'Build.42_a-b' },
      });
      expect(headers.get('x-request-id')).toBe('Build.42_a-b');
      const { headers: own } = await caller.call(operation.id, parts);
      expect(own.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
    },
  );
});

describe('rate-limit headers', () => {
  const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ RATE_LIMIT_PER_MINUTE: '100000' });
  });
  afterAll(() => service.stop());

  test.for(cases)('are on every response of $id if it has a limit, and on no other', async (operation) => {
    const { ours } = service;
    const expected = limited.includes(operation) ? names : [];
    const caller = await callerOf(operation, ours);
    const parts = await workingCall(operation, ours);
    const { headers } = await caller.call(operation.id, parts);
    expect(names.filter((name) => /^\d+$/.test(headers.get(name) ?? ''))).toEqual(expected);
    const { path = {} } = parts;
    const refused = await caller.call(operation.id, { path, headers: { accept: 'image/png' } });
    expect(refused.status).toBe(406);
    expect(names.filter((name) => refused.headers.has(name))).toEqual(expected);
  });

  test.for(secured)('$id tells a caller without a key the limit of its address', async ({ id, path }) => {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): [string, string] => [name, 'x']);
    // One address may fail 60 times a minute.
    await service.sql('delete from request_windows');
    const { status, headers } = await service.anonymous.call(id, { path: Object.fromEntries(parameters) });
    expect({ status, limit: headers.get('x-ratelimit-limit') }).toEqual({ status: 401, limit: '60' });
  });
});
