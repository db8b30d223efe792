import { describe, expect } from 'vitest';
import {
  callable,
  callerOf,
  cases,
  exampleBody,
  reader,
  secured,
  workingCall,
  type Case,
} from '../contract/enumerate.ts';
import { anIdentity } from '../support/builders.ts';
import { sendRaw } from '../support/raw.ts';
import { test, type TestService } from '../support/service.ts';

// security.md 1: "SQL injection / prototype pollution in ORM" (MikroORM CVE-2026-34220, -34221).
const hostile = [
  "'",
  '"',
  "' or '1'='1",
  "x') or 1=1 --",
  "'; drop table identities; --",
  "x'; select pg_sleep(30); --",
  '$1',
  '?',
  '??',
  '\\',
  "\\'",
  '%',
  '_',
  '{}',
  '{x}',
  '$$x$$',
  "E'\\x27'",
  'null',
  'x\u2019 or 1=1',
];

const written = callable.filter((operation) => exampleBody(operation) !== undefined);

const tables = ({ sql }: TestService) =>
  sql(
    "select count(*)::int as tables, (select count(*)::int from tenants) as tenants from pg_tables where schemaname = 'public'",
  );

const target = ({ path }: Case, values: Record<string, string> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));

describe('SQL in a parameter', () => {
  test.for(cases.filter(({ parameters }) => parameters.length > 0))(
    '$id takes it for text',
    async (operation, { service }) => {
      const { ours, origin } = service;
      const { key } = await callerOf(operation, ours);
      const before = await tables(service);
      for (const { name = '', in: place } of operation.parameters) {
        const parts = await workingCall(operation, ours);
        for (const text of hostile) {
          const values = place === 'path' ? { ...parts.path, [name]: text } : parts.path;
          const { status } = await sendRaw(origin, {
            method: operation.method,
            path:
              target(operation, values) + (place === 'query' ? `?${name}=${encodeURIComponent(text)}` : ''),
            headers: {
              authorization: `Bearer ${key}`,
              ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
              ...(place === 'header' ? { [name]: Buffer.from(text).toString('latin1') } : {}),
            },
            ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
          });
          expect({ name, text, status }).toEqual({
            name,
            text,
            // Under the path of another tenant a SCIM token is none, and discovery over SCIM takes no filter.
            status:
              place !== 'path'
                ? expect.toBeOneOf([
                    200,
                    201,
                    204,
                    400,
                    404,
                    409,
                    412,
                    ...(name === 'filter' || operation['x-caller'] ? [403] : []),
                  ])
                : name === 'orgId'
                  ? 401
                  : 404,
          });
        }
      }
      expect(await tables(service)).toEqual(before);
    },
  );

  test.for(written)(
    '$id takes it for text in each field of its body',
    { timeout: 60_000 },
    async (operation, { service }) => {
      const { ours } = service;
      const caller = await callerOf(operation, ours);
      const before = await tables(service);
      const media = operation.body?.content?.['application/json'];
      const fields = [...reader.walk(media?.schema ?? {}, true)].flatMap(({ schema }) =>
        Object.keys(schema.properties ?? {}),
      );
      for (const field of new Set(fields)) {
        const parts = await workingCall(operation, ours);
        for (const text of hostile) {
          for (const value of [text, [text], { [text]: text }]) {
            const { status } = await caller.call(operation.id, {
              ...parts,
              body: { ...(parts.body as object), [field]: value },
            });
            expect({ field, value, status }).toEqual({
              field,
              value,
              // 409: a name that may be there once is taken by the call before; 401 and 403: it is the body that lets in.
              status: expect.toBeOneOf([
                200,
                201,
                400,
                404,
                409,
                ...(secured.includes(operation) ? [] : [401, 403]),
              ]),
            });
          }
        }
      }
      expect(await tables(service)).toEqual(before);
    },
  );

  test('is kept and found as it was sent', async ({ service: { ours } }) => {
    for (const text of hostile.filter(({ length }) => length > 1)) {
      const id = await anIdentity(ours, { name: text, description: text, metadata: { [text]: text } });
      const { body } = await ours.call('getIdentity', { path: { id } });
      expect(body).toMatchObject({ name: text, description: text, metadata: { [text]: text } });
      const { body: found } = await ours.call('listIdentities', { query: { search: text } });
      expect(found.data.map((row: { id: string }) => row.id)).toContain(id);
      expect(
        found.data.every((row: { name: string }) => row.name.toLowerCase().includes(text.toLowerCase())),
      ).toBe(true);
    }
  });
});

describe('an operator or a prototype', () => {
  const values: unknown[] = [
    { $ne: null },
    { $gt: '' },
    { $like: '%' },
    { $or: [{}] },
    [{ $ne: null }],
    { __raw: 'true' },
    { toString: 'x' },
  ];

  test.for(values.map((value) => ({ value, text: JSON.stringify(value) })))(
    'is no value where text belongs: $text',
    async ({ value, text }, { service: { ours } }) => {
      const identityId = await anIdentity(ours);
      for (const [id, body] of [
        ['verifyCredential', { credential: value }],
        ['createIdentity', { name: value, type: 'CI_CD' }],
        ['createIdentity', { name: 'deploy-bot', type: value }],
        ['createCredential', { identityId: value, name: 'deploy key' }],
        ['createJitCredential', { identityId, duration: value }],
      ] as const) {
        expect(await ours.call(id, { body })).toMatchObject({
          status: 400,
          body: { code: 'VALIDATION_ERROR' },
        });
      }
      for (const id of ['getIdentity', 'getCredential', 'deleteIdentity'] as const) {
        expect((await ours.call(id, { path: { id: text } })).status).toBe(404);
      }
      for (const query of [
        'identityId[$ne]=x',
        'search[$like]=%25',
        'status[]=ACTIVE',
        '$where=1',
        'identityId.$ne=x',
      ]) {
        expect((await ours.send('GET', `/api/v1/credentials?${query}`)).status).toBe(400);
      }
    },
  );

  // The service runs in this process, so a prototype that it spoilt would be ours.
  test.for([
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"a":{"__proto__":{"polluted":1}}}',
    '{"prototype":1,"toString":"x","hasOwnProperty":null,"valueOf":1}',
  ])('changes nothing but the metadata it stands in: %s', async (metadata, { service: { ours } }) => {
    const headers = { 'content-type': 'application/json' };
    const created = await ours.send('POST', '/api/v1/identities', {
      headers,
      body: `{"name":"deploy-bot","type":"CI_CD","metadata":${metadata}}`,
    });
    expect(created.status).toBe(201);
    expect(JSON.stringify(created.body.metadata)).toBe(metadata);
    const path = `/api/v1/identities/${created.body.id}`;
    for (let turn = 0; turn < 2; turn++) {
      const patched = await ours.send('PATCH', path, { headers, body: `{"metadata":${metadata}}` });
      expect(patched.status).toBe(200);
    }
    for (const value of [{}, [], Object.prototype, Function.prototype] as object[])
      expect('polluted' in value).toBe(false);
    const { body } = await ours.send('GET', path);
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect(
      (await ours.call('createIdentity', { body: { name: 'deploy-bot', type: 'CI_CD' } })).body.metadata,
    ).toEqual({});
  });
});
