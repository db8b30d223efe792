import { Agent } from 'node:http';
import { afterAll, describe, expect } from 'vitest';
import {
  callable,
  callerOf,
  cases,
  exampleBody,
  fieldsOf,
  reader,
  secured,
  workingCall,
  type Case,
} from '../contract/enumerate.ts';
import { anIdentity } from '../support/builders.ts';
import { placesOf, tryEach, withValue } from '../support/places.ts';
import { sendRaw } from '../support/raw.ts';
import { test, type TestService } from '../support/service.ts';
import { drawn, half } from '../support/thorough.ts';

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

/** One of each kind, for the many fields of bodies. */
const ofEachKind = [
  "'",
  '"',
  "x'; select pg_sleep(30); --",
  '$1',
  '??',
  '\\',
  '%',
  '{x}',
  '$$x$$',
  'x\u2019 or 1=1',
];

const written = callable.filter((operation) => exampleBody(operation) !== undefined);

const tables = ({ sql }: TestService) =>
  sql(
    "select count(*)::int as tables, (select count(*)::int from tenants) as tenants from pg_tables where schemaname = 'public'",
  );

const target = ({ path }: Case, values: Record<string, string> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));

/** What may come of any of them; 409: a name that may be there once is taken by the call before. 429: four back-tests wait. */
const harmless = [200, 201, 202, 204, 400, 404, 409, 412, 429];

describe('SQL in a parameter', () => {
  const agent = new Agent({ keepAlive: true });
  afterAll(() => agent.destroy());

  test.for(
    half(
      cases.filter(({ parameters }) => parameters.length > 0),
      'parameters',
    ),
  )('$id treats it as text', async (operation, { service }) => {
    const { ours, origin } = service;
    const { key } = await callerOf(operation, ours);
    const before = await tables(service);
    for (const place of ['path', 'query', 'header']) {
      const names = operation.parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name = '' }) => name);
      if (names.length === 0) continue;
      const parts = await workingCall(operation, ours);
      // One reader takes every id of a path, and few take the texts of queries.
      const texts = drawn(hostile, place === 'path' ? 3 : 5, operation.id + place, 5);
      await tryEach(names, texts, async (names, text) => {
        const set = Object.fromEntries(names.map((name) => [name, text]));
        const answer = await sendRaw(origin, {
          agent,
          method: operation.method,
          path:
            target(operation, place === 'path' ? { ...parts.path, ...set } : parts.path) +
            (place === 'query' ? `?${new URLSearchParams(set).toString()}` : ''),
          headers: {
            authorization: `Bearer ${key}`,
            ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(place === 'header'
              ? Object.fromEntries(names.map((name) => [name, Buffer.from(text).toString('latin1')]))
              : {}),
          },
          ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
        });
        const { status } = answer;
        expect({ names, text, status }).toEqual({
          names,
          text,
          // A SCIM token is not valid under the path of another tenant. Discovery over SCIM takes no filter. Who puts a device chooses
          // its id, and `null` is one.
          status:
            place !== 'path'
              ? expect.toBeOneOf([
                  ...harmless,
                  ...(names.includes('filter') || operation['x-caller'] ? [403] : []),
                  // A report that could be signed needs the keys of GitHub, which a test cannot reach.
                  ...(operation['x-caller'] ? [503] : []),
                ])
              : names.includes('orgId')
                ? 401
                : names.includes('deviceId')
                  ? expect.toBeOneOf(text === 'null' ? [200, 201, 404] : [400, 404])
                  : 404,
        });
        const refused = status === 400 ? fieldsOf(operation, answer) : [];
        return { status, refused };
      });
    }
    expect(await tables(service)).toEqual(before);
  });

  test.for(half(written, 'bodies'))(
    '$id treats it as text in each field of its body',
    { timeout: 60_000 },
    async (operation, { service }) => {
      const { ours } = service;
      const caller = await callerOf(operation, ours);
      const before = await tables(service);
      const schema = operation.body?.content?.['application/json']?.schema ?? {};
      const byDepth = Object.groupBy(placesOf(reader, schema), ({ length }) => length);
      let parts = await workingCall(operation, ours);
      for (const places of Object.values(byDepth)) {
        const named = new Map((places ?? []).map((place) => [place.join('.'), place]));
        const values = [
          ...drawn(ofEachKind, 2, operation.id, 3),
          hostile,
          Object.fromEntries(hostile.map((text) => [text, text])),
        ];
        await tryEach([...named.keys()], values, async (fields, value) => {
          const body = fields.reduce<unknown>(
            (changed, field) => withValue(changed, named.get(field) ?? [], value),
            parts.body,
          );
          const answer = await caller.call(operation.id, { ...parts, body });
          const { status } = answer;
          expect({ fields, value, status }).toEqual({
            fields,
            value,
            // 401 and 403: it is the body that lets in.
            status: expect.toBeOneOf([...harmless, ...(secured.includes(operation) ? [] : [401, 403])]),
          });
          // What was done may have used up what it was called for.
          if (status < 300) parts = await workingCall(operation, ours);
          const refused = status === 400 ? fieldsOf(operation, answer) : [];
          return { status, refused };
        });
      }
      expect(await tables(service)).toEqual(before);
    },
  );

  test('is stored and found exactly as sent', async ({ service: { ours } }) => {
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
    'is rejected where text belongs: $text',
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
  ])('changes only the metadata that contains it: %s', async (metadata, { service: { ours } }) => {
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
