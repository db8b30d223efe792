import { describe, expect } from 'vitest';
import { hostile } from '../contract/visitors/injection.ts';
import { anIdentity } from '../support/builders.ts';
import { test } from '../support/service.ts';

// test/contract/visitors/injection.ts sends such texts in every parameter and every field of each operation.

describe('SQL in a parameter', () => {
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
