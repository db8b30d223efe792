import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimsFrom } from '../../../src/oidc/claim-source.ts';
import { oidcVersion } from '../../support/oidc-version.ts';
import { aCallerWith } from '../../support/builders.ts';
import { anOidcClient, anOidcScope } from '../../support/oidc-clients.ts';
import { poolOf } from '../../support/pool.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const claims = [{ claim: 'floor', source: 'attributes.floor' }];

let service: TestService;
let pool: pg.Pool;
beforeAll(async () => {
  service = await startTestService();
  pool = poolOf(service);
});
afterAll(async () => {
  await pool.end();
  await service.stop();
});

const create = (body: Record<string, unknown>) => service.ours.call('createOidcScope', { body });
const update = (scopeId: string, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  service.ours.call('updateOidcScope', { path: { scopeId }, body, headers });
const remove = (scopeId: string) => service.ours.call('deleteOidcScope', { path: { scopeId } });
const version = () => oidcVersion(pool, service.organizations.ours.live.orgId);

describe('createOidcScope', () => {
  test('returns every field, and renews the version of the provider', async () => {
    const before = await version();
    const { status, body, headers } = await create({ name: 'workplace', claims });
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    expect(body).toEqual({
      id: expect.stringMatching(/^scp_[0-9a-z]{26}$/),
      name: 'workplace',
      displayName: 'workplace',
      description: null,
      claims,
      isDefault: false,
      createdAt: time,
      updatedAt: time,
      createdBy: expect.stringMatching(/^cred_/),
    });
    expect(await version()).toBe((before ?? 0) + 1);
    expect((await service.ours.call('getOidcScope', { path: { scopeId: body.id } })).body).toEqual(body);
    expect((await create({ name: 'workplace' })).body).toMatchObject({
      code: 'SCOPE_EXISTS',
      details: { name: 'workplace' },
    });
    expect((await service.theirs.call('createOidcScope', { body: { name: 'workplace' } })).status).toBe(201);
  });

  test('creates one scope for parallel requests with the same name', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => create({ name: 'once' })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409, 409]);
  });

  test.each([
    ['openid', 'offline_access', 'groups'],
    ['credentials.read', 'credentials.anything', 'keyward.later', 'oidc:write', 'org'],
    ['Orders', 'a', '1st', 'with space', `a${'b'.repeat(64)}`],
  ])('rejects names with another meaning, or with none: %s, %s …', async (...names) => {
    for (const name of names) {
      const { body } = await create({ name });
      expect([name, body.code, Object.keys(body.details)]).toEqual([name, 'VALIDATION_ERROR', ['name']]);
    }
  });

  test('rejects claims that tokens and standard scopes already have', async () => {
    const reserved =
      'iss sub aud exp nbf iat jti acr amr sid azp nonce auth_time cnf act scope client_id email email_verified';
    for (const claim of reserved.split(' ')) {
      const { body } = await create({ name: 'takeover', claims: [...claims, { claim, source: 'id' }] });
      expect([claim, body.code, Object.keys(body.details ?? {})]).toEqual([
        claim,
        'VALIDATION_ERROR',
        ['claims.1.claim'],
      ]);
    }
    for (const claim of ['__proto__', ' sub', 'a b'])
      expect((await create({ name: 'takeover', claims: [{ claim, source: 'id' }] })).status).toBe(400);
    for (const source of ['passwordHash', 'attributes', 'attributes.', 'attributes.a.b', 'constructor'])
      expect(
        (await create({ name: 'takeover', claims: [{ claim: 'x', source }] })).body.details,
      ).toHaveProperty(['claims.0.source']);
    expect((await create({ name: 'twice', claims: [...claims, ...claims] })).body.details).toHaveProperty([
      'claims.1.claim',
    ]);
  });

  test('requires a caller that maps claims to hold the right to read their values', async () => {
    const { caller } = await aCallerWith(service, ['oidc.write', 'oidc.read']);
    const attempt = (body: Record<string, unknown>) => caller.call('createOidcScope', { body });
    expect((await attempt({ name: 'plain' })).status).toBe(201);
    expect((await attempt({ name: 'mapped', claims })).body).toMatchObject({
      code: 'SCOPE_NOT_GRANTABLE',
      details: { scopes: ['directory.read'] },
    });
    const reader = await aCallerWith(service, ['oidc.write', 'directory.read']);
    const teams = [{ claim: 'teams', source: 'groups' }];
    const refused = await reader.caller.call('createOidcScope', { body: { name: 'teams', claims: teams } });
    expect(refused.body.details.scopes).toEqual(['groups.read']);
    const { id: scopeId } = await anOidcScope(service.ours, { claims });
    const change = (body: Record<string, unknown>) =>
      caller.call('updateOidcScope', { path: { scopeId }, body });
    expect((await change({ displayName: 'Floor' })).status).toBe(200);
    expect((await change({ claims: [...claims, { claim: 'desk', source: 'attributes.desk' }] })).status).toBe(
      403,
    );
    // Without its claims, the scope is as good as deleted.
    expect((await change({ claims: [] })).status).toBe(403);
  });
});

describe('updateOidcScope', () => {
  test('changes the fields of the request, and renews the version only for a change', async () => {
    const { id, name } = await anOidcScope(service.ours, { claims });
    const before = (await version()) ?? 0;
    const patch = { displayName: 'Your desk', description: 'Where you sit', isDefault: false };
    const { status, body } = await update(id, patch, { 'if-match': '"1"' });
    expect([status, body]).toEqual([200, expect.objectContaining({ id, name, claims, ...patch })]);
    expect(await version()).toBe(before + 1);
    await update(id, patch);
    expect(await version()).toBe(before + 1);
    expect((await update(id, { displayName: 'x' }, { 'if-match': '"1"' })).status).toBe(412);
    expect((await update(id, { name: 'other' })).status).toBe(400);
    expect((await update(id, { claims: [{ claim: 'sub', source: 'id' }] })).status).toBe(400);
    expect((await update('scp_01kahz5v3be4nr7q2m8x9c0d1e', {})).body.code).toBe('SCOPE_NOT_FOUND');
  });
});

describe('deleteOidcScope', () => {
  test('keeps a scope that a client has, and deletes it when no client has it', async () => {
    const { id, name } = await anOidcScope(service.ours);
    const { clientId } = await anOidcClient(service.ours, { scopes: ['openid', name] });
    expect((await remove(id)).body).toMatchObject({ code: 'SCOPE_IN_USE', details: { clients: [clientId] } });
    const path = { clientId };
    await service.ours.call('updateOidcClient', { path, body: { scopes: ['openid'] } });
    expect((await remove(id)).body).toEqual({ message: 'Custom scope deleted', id });
    expect((await remove(id)).body.code).toBe('SCOPE_NOT_FOUND');
    const again = await service.ours.call('updateOidcClient', { path, body: { scopes: [name] } });
    expect(again.body.details).toHaveProperty(['scopes.0']);
  });

  test('never leaves a client with a deleted scope, in either order of parallel requests', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, name } = await anOidcScope(service.ours);
      const body = { redirectUris: ['https://app.example.com/'], scopes: [name] };
      const [removed, made] = await Promise.all([
        remove(id),
        service.ours.call('createOidcClient', { body }),
      ]);
      expect([
        [200, 400],
        [409, 201],
      ]).toContainEqual([removed.status, made.status]);
    }
  });
});

describe('listOidcScopes', () => {
  test('lists the scopes of the organization by name', async () => {
    for (const name of ['zebra', 'apple']) await anOidcScope(service.oursTest, { name });
    const { body } = await service.oursTest.call('listOidcScopes', { query: { limit: '1' } });
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['apple']);
    expect(body.pagination).toEqual({ page: 1, limit: 1, total: 2, totalPages: 2, hasMore: true });
  });
});

describe('claimsFrom', () => {
  test('reads values from their sources, and omits missing ones', () => {
    const person = {
      id: 'usr_1',
      department: 'R&D',
      nickname: null,
      attributes: { floor: 3 },
      groups: ['Platform team'],
    };
    const at = (claim: string, source: string) => ({ claim, source });
    const mappings = [
      at('dept', 'department'),
      at('floor', 'attributes.floor'),
      at('desk', 'attributes.desk'),
      at('inherited', 'attributes.constructor'),
      at('nick', 'nickname'),
      at('teams', 'groups'),
      at('sub', 'attributes.floor'),
      at('unknown', 'passwordHash'),
    ];
    expect(claimsFrom(mappings, person)).toEqual({ dept: 'R&D', floor: 3, teams: ['Platform team'] });
  });
});

describe('getOidcScope', () => {
  test('shows a scope of the organization, and no other', async () => {
    const { id: scopeId } = await anOidcScope(service.ours);
    const { status, headers } = await service.ours.call('getOidcScope', { path: { scopeId } });
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    const foreign = await service.theirs.call('getOidcScope', { path: { scopeId } });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'SCOPE_NOT_FOUND']);
  });
});

describe('listOidcClients', () => {
  test('lists the newest first, filtered, without secrets', async () => {
    const older = await anOidcClient(service.theirs, { name: 'Older' });
    const newer = await anOidcClient(service.theirs, { name: 'Newer', applicationType: 'spa' });
    const list = async (query: Record<string, string>) =>
      (await service.theirs.call('listOidcClients', { query })).body;
    const ids = ({ data }: { data: { clientId: string }[] }) => data.map(({ clientId }) => clientId);
    expect(ids(await list({}))).toEqual([newer.clientId, older.clientId]);
    expect(ids(await list({ applicationType: 'web' }))).toEqual([older.clientId]);
    expect(ids(await list({ search: 'new' }))).toEqual([newer.clientId]);
    expect(ids(await list({ status: 'DISABLED' }))).toEqual([]);
    expect(JSON.stringify(await list({}))).not.toContain(older.clientSecret);
  });
});

test('an organization creates no more clients and scopes than it may have', async () => {
  const small = await startTestService({ MAX_OIDC_CLIENTS: '2', MAX_OIDC_SCOPES: '1' });
  try {
    const body = { redirectUris: ['https://app.example.com/'] };
    const answers = await Promise.all([1, 2, 3].map(() => small.ours.call('createOidcClient', { body })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 201, 409]);
    await anOidcScope(small.ours);
    const refused = await small.ours.call('createOidcScope', { body: { name: 'more' } });
    expect(refused.body).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      details: { limit: 1, of: 'custom scopes' },
    });
  } finally {
    await small.stop();
  }
});
