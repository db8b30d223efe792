import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownApiOf } from '../../../src/oidc/own-api.ts';
import { oidcVersion } from '../../support/oidc-version.ts';
import { anOidcClient } from '../../support/oidc-clients.ts';
import { anOidcResource, aStranger } from '../../support/oidc-resources.ts';
import { poolOf } from '../../support/pool.ts';
import { issuerOf } from '../../support/relying-party.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { aUserCaller } from '../../support/user-caller.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

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

const create = (body: Record<string, unknown>, client = service.ours) =>
  client.call('createOidcResource', { body: { name: 'Tools', ...body } });
const update = (resourceId: string, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  service.ours.call('updateOidcResource', { path: { resourceId }, body, headers });
const remove = (resourceId: string, client = service.ours) =>
  client.call('deleteOidcResource', { path: { resourceId } });
const version = () => oidcVersion(pool, service.organizations.ours.live.orgId);

describe('createOidcResource', () => {
  test('returns every field, with the defaults, and renews the version of the provider', async () => {
    const before = (await version()) ?? 0;
    const identifier = 'https://whole.example.com';
    const { status, body, headers } = await create({ identifier, scopes: [{ name: 'read' }] });
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    expect(body).toEqual({
      id: expect.stringMatching(/^rsc_[0-9a-z]{26}$/),
      identifier,
      name: 'Tools',
      description: null,
      scopes: [{ name: 'read', displayName: null, description: null }],
      accessTokenTtl: 600,
      accessTokenFormat: 'jwt',
      clients: [],
      agents: false,
      servedBy: [],
      createdAt: time,
      updatedAt: time,
      createdBy: expect.stringMatching(/^cred_/),
    });
    expect(await version()).toBe(before + 1);
    expect((await service.ours.call('getOidcResource', { path: { resourceId: body.id } })).body).toEqual(
      body,
    );
  });

  test('refuses the identifier of another resource, also with a slash at its end; other tenants have their own', async () => {
    const { identifier } = await anOidcResource(service.ours);
    for (const same of [identifier, `${identifier}/`])
      expect(await create({ identifier: same })).toMatchObject({
        status: 409,
        body: { code: 'OIDC_RESOURCE_EXISTS', details: { identifier: same } },
      });
    for (const other of [service.oursTest, service.theirs])
      expect((await create({ identifier }, other)).status).toBe(201);
  });

  test('creates one resource for parallel requests with the same identifier', async () => {
    const identifier = 'https://once.example.com/mcp';
    const spellings = [identifier, `${identifier}/`, identifier, `${identifier}/`];
    const answers = await Promise.all(spellings.map((one) => create({ identifier: one })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409, 409]);
  });

  test('refuses identifiers that SDKs would send in another spelling, and our own API', async () => {
    const own = ownApiOf(issuerOf(service.ours));
    for (const identifier of [
      'tools',
      'https://tools.example.com/#x',
      'https://Tools.example.com/mcp',
      'https://tools.example.com:443/mcp',
      'https://tools.example.com/a/../mcp',
      'https://user@tools.example.com/mcp',
      'javascript:alert(1)',
      own,
      `${own}/identities`,
    ]) {
      const { status, body } = await create({ identifier });
      expect([identifier, status, Object.keys(body.details)]).toEqual([identifier, 400, ['identifier']]);
    }
    for (const identifier of ['urn:example:orders', 'https://tools.example.com/mcp?x=1'])
      expect([identifier, (await create({ identifier })).status]).toEqual([identifier, 201]);
  });

  test('refuses scopes with another meaning, and a name that stands twice', async () => {
    const identifier = 'https://scopes.example.com';
    for (const [at, names] of [
      [0, ['openid']],
      [0, ['offline_access']],
      [0, ['identities.read']],
      [1, ['read', 'read']],
    ] as const) {
      const { body } = await create({ identifier, scopes: names.map((name) => ({ name })) });
      expect([names, Object.keys(body.details)]).toEqual([names, [`scopes.${at}.name`]]);
    }
  });

  test('names clients of the tenant that an administrator made, and no others', async () => {
    const identifier = 'https://clients.example.com';
    const { clientId } = await anOidcClient(service.ours);
    const foreign = await anOidcClient(service.theirs);
    const stranger = await aStranger(service);
    for (const field of ['clients', 'servedBy'])
      for (const other of [foreign.clientId, stranger.clientId]) {
        const { status, body } = await create({ identifier, [field]: [clientId, other] });
        expect([status, body.details]).toEqual([
          400,
          { [`${field}.1`]: 'must be the ID of an existing client' },
        ]);
      }
    const made = await create({ identifier, clients: [clientId], servedBy: [clientId] });
    expect(made.body).toMatchObject({ clients: [clientId], servedBy: [clientId] });
  });
});

describe('updateOidcResource', () => {
  test('changes the fields of the request, and renews the version only for a change', async () => {
    const { id, identifier } = await anOidcResource(service.ours);
    const before = (await version()) ?? 0;
    const patch = {
      name: 'Desk tools',
      description: 'For desks',
      scopes: [{ name: 'sit', displayName: 'Sit', description: 'At your desk' }],
      accessTokenTtl: 60,
      accessTokenFormat: 'opaque',
      clients: null,
      agents: true,
    };
    const { status, body } = await update(id, patch, { 'if-match': '"1"' });
    expect([status, body]).toEqual([200, expect.objectContaining({ id, identifier, ...patch })]);
    expect(await version()).toBe(before + 1);
    await update(id, patch);
    expect(await version()).toBe(before + 1);
    expect((await update(id, { name: 'x' }, { 'if-match': '"1"' })).status).toBe(412);
    expect((await update(id, { identifier: 'https://other.example.com' })).status).toBe(400);
    expect((await update('rsc_01kahz5v3be4nr7q2m8x9c0d1e', {})).body.code).toBe('OIDC_RESOURCE_NOT_FOUND');
  });

  test('keeps a client that was deleted since, and takes no other one that is gone', async () => {
    const one = await anOidcClient(service.ours);
    const other = await anOidcClient(service.ours);
    const { id } = await anOidcResource(service.ours, { clients: [one.clientId] });
    for (const { clientId } of [one, other])
      await service.ours.call('deleteOidcClient', { path: { clientId } });
    expect((await update(id, { name: 'Later' })).status).toBe(200);
    expect((await update(id, { clients: [one.clientId, other.clientId] })).body.details).toHaveProperty([
      'clients.1',
    ]);
  });

  test('asks a user whose sign-in is six minutes old for a proof, if the change gives more', async () => {
    const { clientId } = await anOidcClient(service.ours);
    const { id, identifier } = await anOidcResource(service.ours, { agents: true, clients: [clientId] });
    const { client, userId } = await aUserCaller(service);
    await service.sql(
      `update login_sessions set auth_time = now() - interval '6 minutes' where user_id = $1`,
      [userId],
    );
    const change = async (body: Record<string, unknown>) =>
      (await client.call('updateOidcResource', { path: { resourceId: id }, body })).body.code ?? 'changed';
    const loosening = [
      { scopes: [{ name: 'read' }, { name: 'write' }, { name: 'delete' }] },
      { clients: null },
      { servedBy: [clientId] },
      { accessTokenTtl: 601 },
    ];
    for (const body of loosening)
      expect([body, await change(body)]).toEqual([body, 'REAUTHENTICATION_REQUIRED']);
    // To take something away must not wait, and words give nothing.
    const narrowing = [
      { scopes: [{ name: 'read', displayName: 'Look' }] },
      { clients: [] },
      { agents: false },
      { accessTokenTtl: 60 },
      { accessTokenFormat: 'opaque' },
      { name: 'Tools' },
    ];
    for (const body of narrowing) expect([body, await change(body)]).toEqual([body, 'changed']);
    for (const body of [{ agents: true }, { accessTokenFormat: 'jwt' }])
      expect([body, await change(body)]).toEqual([body, 'REAUTHENTICATION_REQUIRED']);
    const another = { identifier: 'https://late.example.com', name: 'Late' };
    expect((await client.call('createOidcResource', { body: another })).body.code).toBe(
      'REAUTHENTICATION_REQUIRED',
    );
    // A client that lists the identifier gets tokens by its own settings after the deletion.
    await service.ours.call('updateOidcClient', { path: { clientId }, body: { resources: [identifier] } });
    expect((await remove(id, client)).body.code).toBe('REAUTHENTICATION_REQUIRED');
    // With a slash at the end, it is the same resource.
    const resources = [`${identifier}/`];
    await service.ours.call('updateOidcClient', { path: { clientId }, body: { resources } });
    expect((await remove(id, client)).body.code).toBe('REAUTHENTICATION_REQUIRED');
    await service.ours.call('updateOidcClient', { path: { clientId }, body: { resources: [] } });
    expect((await remove(id, client)).status).toBe(200);
  });
});

describe('getOidcResource', () => {
  test('shows a resource of the tenant, and no other', async () => {
    const { id: resourceId } = await anOidcResource(service.theirs);
    const call = (client: typeof service.ours) => client.call('getOidcResource', { path: { resourceId } });
    expect((await call(service.theirs)).headers.get('etag')).toBe('"1"');
    const { status, body } = await call(service.ours);
    expect([status, body.code]).toEqual([404, 'OIDC_RESOURCE_NOT_FOUND']);
  });
});

describe('deleteOidcResource', () => {
  test('deletes a resource of the tenant once, and none of another tenant', async () => {
    const { id: resourceId } = await anOidcResource(service.theirs);
    expect((await remove(resourceId)).body.code).toBe('OIDC_RESOURCE_NOT_FOUND');
    expect((await remove(resourceId, service.theirs)).body).toEqual({
      message: 'Resource deleted',
      id: resourceId,
    });
    expect((await remove(resourceId, service.theirs)).status).toBe(404);
  });
});

describe('listOidcResources', () => {
  test('lists the resources of the tenant by identifier', async () => {
    for (const identifier of ['https://zebra.example.com', 'https://0.example.com'])
      await anOidcResource(service.oursTest, { identifier });
    const { body } = await service.oursTest.call('listOidcResources', { query: { limit: '1' } });
    expect(body.data.map((one: { identifier: string }) => one.identifier)).toEqual(['https://0.example.com']);
    expect(body.pagination.total).toBeGreaterThanOrEqual(2);
  });
});

test('an organization creates no more resources than it may have, and none has more than 50 scopes', async () => {
  const small = await startTestService({ MAX_OIDC_RESOURCES: '2' });
  try {
    const answers = await Promise.all(
      [1, 2, 3].map((at) => create({ identifier: `https://r${at}.example.com` }, small.ours)),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 201, 409]);
    const scopes = Array.from({ length: 51 }, (_, at) => ({ name: `scope${at}` }));
    const many = await create({ identifier: 'https://many.example.com', scopes }, small.ours);
    expect([many.status, Object.keys(many.body.details)]).toEqual([400, ['scopes']]);
  } finally {
    await small.stop();
  }
});
