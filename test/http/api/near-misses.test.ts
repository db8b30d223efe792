import { describe, expect } from 'vitest';
import { operations, type Operations } from '../../../generated/operations.ts';
import { aCredential, anIdentity } from '../../support/builders.ts';
import { newSecret } from '../../../src/lib/secret.ts';
import { createClient } from '../../support/client.ts';
import { sendRaw } from '../../support/raw.ts';
import { test } from '../../support/service.ts';

type Id = keyof Operations;

describe('an unknown name', () => {
  const cases: [Id, object, Record<string, string>][] = [
    ['createCredential', { body: { maxUsage: 3 } }, { maxUsage: 'did you mean `maxUsageCount`?' }],
    ['createCredential', { body: { MaxUsageCount: 3 } }, { MaxUsageCount: 'did you mean `maxUsageCount`?' }],
    ['createJitCredential', { body: { maxUsageCount: 3 } }, { maxUsageCount: 'did you mean `maxUsage`?' }],
    ['createIdentity', { body: { tpye: 'CI_CD' } }, { tpye: 'did you mean `type`?' }],
    ['listCredentials', { query: { page: 2 } }, { page: 'did you mean `cursor` or `offset`?' }],
    ['listIdentities', { query: { offset: 20 } }, { offset: 'did you mean `page` or `cursor`?' }],
    ['listIdentities', { query: { pageSize: 5 } }, { pageSize: 'did you mean `limit`?' }],
    ['listUsers', { query: { statuss: 'ACTIVE' } }, { statuss: 'did you mean `status`?' }],
  ];
  test.for(cases)('in %s is answered with the intended name: %j', async ([id, parts, said], { service }) => {
    const { status, body } = await service.ours.call(id, parts);
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    for (const [name, hint] of Object.entries(said)) expect(body.details[name]).toContain(` (${hint})`);
  });

  test('is answered without a suggestion if no name is similar', async ({ service: { ours } }) => {
    const { body } = await ours.call('listIdentities', { query: { nonsense: 1, ['x'.repeat(3_000)]: 1 } });
    expect(Object.values(body.details)).toEqual(Array(2).fill('is not a parameter of this operation'));
  });
});

describe('status in a change', () => {
  const single = (id: Id) => ({ path: { [/\{(\w+)\}/.exec(operations[id].path)?.[1] ?? 'id']: 'x' } });
  const cases: [Id, string][] = [
    ['updateCredential', 'POST /api/v1/credentials/{id}/suspend'],
    ['updateIdentity', 'POST /api/v1/identities/{id}/suspend'],
    ['updateUser', 'POST /api/v1/directory/users/{userId}/suspend'],
    ['updateWebhook', 'POST /api/v1/webhooks/{id}/pause'],
  ];
  test.for(cases)(
    'in %s is answered with the operations that change it',
    async ([id, call], { service: { ours } }) => {
      const { status, body } = await ours.call(id, { ...single(id), body: { status: 'SUSPENDED' } });
      expect(status).toBe(400);
      expect(body.details['status']).toMatch(/^is not a field that can be sent here \(use POST /);
      expect(body.details['status']).toContain(call);
    },
  );
});

describe('a plus sign in a query', () => {
  test('is explained as a space if the value is rejected', async ({ service: { ours } }) => {
    const ask = (query: string) => ours.send('GET', `/api/v1/audit-logs?${query}`);
    const { status, body } = await ask('from=2026-01-15T10:30:00+02:00&to=yesterday');
    expect(status).toBe(400);
    expect(body.details).toEqual({
      from: 'must be a timestamp such as 2026-01-15T10:30:00Z (in a query, + means a space: send a plus sign as %2B)',
      to: 'must be a timestamp such as 2026-01-15T10:30:00Z',
    });
    expect((await ask('from=2026-01-15T10:30:00%2B02:00')).status).toBe(200);
  });

  test('is explained also for rules that no schema has', async ({ service: { ours } }) => {
    const { body } = await ours.send('GET', '/api/v1/identities?tag=a+b');
    expect(body.details['tag']).toMatch(/such as payments.* \(in a query, \+ means a space/);
  });
});

describe('a path that is nearly one', () => {
  const cases: [path: string, meant: string][] = [
    ['/credentials', '/api/v1/credentials'],
    ['/credentials/cred_1/rotate', '/api/v1/credentials/{id}/rotate'],
    ['/v1/credentials', '/api/v1/credentials'],
    ['/api/credentials', '/api/v1/credentials'],
    ['/api/v2/identities', '/api/v1/identities'],
    ['/api/v1/credentials/', '/api/v1/credentials'],
    ['/api/v1//credentials', '/api/v1/credentials'],
  ];
  test.for(cases)('%s answers 404 and names %s', async ([path, meant], { service: { origin, ours } }) => {
    for (const headers of [{}, { authorization: `Bearer ${ours.key}` }]) {
      const { status, body } = await sendRaw(origin, { path, headers });
      expect([status, body.code, body.error]).toEqual([404, 'NOT_FOUND', 'No such path']);
      expect(body.details).toEqual({ path: `did you mean ${meant}?` });
    }
  });
});

describe('a key in another form', () => {
  test('is answered with the advice to send it as Bearer', async ({ service: { origin, ours } }) => {
    const path = '/api/v1/identities';
    const cases: [authorization: string, said: RegExp][] = [
      [String(ours.key), /^must begin with Bearer, as in Authorization: Bearer <API key>$/],
      [`Basic ${Buffer.from(`${ours.key}:`).toString('base64')}`, /^must begin with Bearer/],
      [`Bearer scim_${'0'.repeat(49)}`, /^a SCIM token opens only/],
      [`Bearer kd_wrap_${'0'.repeat(49)}`, /^a wrap token is not an API key/],
    ];
    for (const [authorization, said] of cases) {
      const { status, body } = await sendRaw(origin, { path, headers: { authorization } });
      expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
      expect(body.details).toEqual({ Authorization: expect.stringMatching(said) });
      expect(JSON.stringify(body)).not.toContain(ours.key);
    }
  });

  test('gets no advice if the form is right', async ({ service: { origin, ours } }) => {
    const unknown = `${String(ours.key).slice(0, -1)}${String(ours.key).endsWith('0') ? '1' : '0'}`;
    const { body } = await sendRaw(origin, {
      path: '/api/v1/identities',
      headers: { authorization: `Bearer ${unknown}` },
    });
    expect(body.details).toEqual({});
  });
});

describe('a secret of the other environment', () => {
  test('is reported by its prefix, whether it exists or not', async ({
    service: { ours, oursTest, theirs },
  }) => {
    const verify = async (client: typeof ours, credential: string) =>
      (await client.call('verifyCredential', { body: { credential } })).body;
    const live = await aCredential(ours, { identityId: await anIdentity(ours) });
    const test = await aCredential(oursTest);
    const other = { valid: false, code: 'NOT_FOUND', reason: 'OTHER_ENVIRONMENT' };
    expect(await verify(ours, test.secret)).toMatchObject(other);
    expect(await verify(theirs, test.secret)).toMatchObject(other);
    expect(await verify(ours, newSecret('kd_test_'))).toMatchObject(other);
    expect(await verify(oursTest, live.secret)).toMatchObject(other);
    expect(await verify(theirs, live.secret)).not.toHaveProperty('reason');
    expect(await verify(ours, 'x')).not.toHaveProperty('reason');
  });
});

describe('a secret with wrong check digits', () => {
  test('is MALFORMED for a verification alone, with any prefix', async ({ service: { ours, origin } }) => {
    const { id, secret } = await aCredential(ours);
    const last = (text: string) => (text.endsWith('0') ? '1' : '0');
    const typed = secret.slice(0, -1) + last(secret);
    for (const credential of [typed, `kd_test_${'0'.repeat(49)}`, `kd_jit_${'0'.repeat(49)}`]) {
      const { body } = await ours.call('verifyCredential', { body: { credential } });
      expect(body).toMatchObject({ valid: false, code: 'NOT_FOUND', reason: 'MALFORMED' });
    }
    for (const credential of ['x', `${secret} `, secret.slice(0, -1), newSecret('kd_live_')]) {
      const { body } = await ours.call('verifyCredential', { body: { credential } });
      expect(body).toMatchObject({ code: 'NOT_FOUND' });
      expect(body).not.toHaveProperty('reason');
    }
    const refused = await createClient(origin, typed).call('getCredential', { path: { id } });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      401,
      expect.not.stringContaining('MALFORMED'),
    ]);
  });
});
