import { describe, expect } from 'vitest';
import { aCallerWith, aCredential, anIdentity } from '../../support/builders.ts';
import type { Answer } from '../../support/client.ts';
import { test } from '../../support/service.ts';

function expectNotGrantable({ status, body }: Answer, scopes: string[]): void {
  expect([status, body.code, body.details.scopes]).toEqual([403, 'SCOPE_NOT_GRANTABLE', scopes]);
}

const writer = [
  'credentials.write',
  'credentials.rotate',
  'credentials.revoke',
  'identities.write',
  'policies.*',
];

describe('createCredential', () => {
  test('gives away no management scope that the caller lacks', async ({ service }) => {
    const { caller, identityId } = await aCallerWith(service, writer);
    const create = (scopes: string[]) =>
      caller.call('createCredential', { body: { identityId, name: 'made', scopes } });
    for (const scope of [
      '*',
      'credentials.read',
      'credentials.*',
      'audit.read',
      'keyward.anything',
      'org:new',
    ]) {
      expectNotGrantable(await create(['a.b', scope, 'credentials.write']), [scope]);
    }
    const held = ['credentials.write', 'policies.*', 'policies.read', 'secrets.read', 'deploy:*', 'a'];
    expect((await create(held)).body.scopes).toEqual(held);
  });

  test('stays within the scopes its identity allows', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours, { allowedScopes: ['deploy.*', 'secrets.read'] });
    const create = (scopes: string[]) =>
      ours.call('createCredential', { body: { identityId, name: 'made', scopes } });
    expectNotGrantable(await create(['secrets.write', 'deploy.prod', '*']), ['secrets.write', '*']);
    expectNotGrantable(await create(['deploy']), ['deploy']);
    expect((await create(['deploy.prod', 'deploy.*', 'secrets.read'])).status).toBe(201);
    const none = await anIdentity(ours, { allowedScopes: [] });
    expectNotGrantable(
      await ours.call('createCredential', { body: { identityId: none, name: 'made', scopes: ['a'] } }),
      ['a'],
    );
    expect((await ours.call('createCredential', { body: { identityId: none, name: 'made' } })).status).toBe(
      201,
    );
  });
});

describe('createJitCredential', () => {
  test('follows both rules', async ({ service }) => {
    const { caller, identityId } = await aCallerWith(service, writer);
    const body = { identityId, duration: '1h', scopes: ['credentials.read'] };
    expectNotGrantable(await caller.call('createJitCredential', { body }), ['credentials.read']);
    const narrow = await anIdentity(service.ours, { allowedScopes: ['deploy.*'] });
    const beyond = { identityId: narrow, duration: '1h', scopes: ['secrets.read'] };
    expectNotGrantable(await caller.call('createJitCredential', { body: beyond }), ['secrets.read']);
  });
});

describe('rotateCredential', () => {
  test('hands no secret with more rights to the caller', async ({ service }) => {
    const { caller } = await aCallerWith(service, writer);
    const strong = await aCredential(service.ours, { scopes: ['credentials.read', 'a.b'] });
    expectNotGrantable(await caller.call('rotateCredential', { path: { id: strong.id } }), [
      'credentials.read',
    ]);
    const equal = await aCredential(service.ours, { scopes: ['credentials.write', 'a.b'] });
    expect((await caller.call('rotateCredential', { path: { id: equal.id } })).status).toBe(200);
  });
});

describe('updateCredential', () => {
  test('widens neither its own nor another key beyond the rights of the caller', async ({ service }) => {
    const { caller, id } = await aCallerWith(service, writer);
    for (const target of [id, (await aCredential(service.ours)).id]) {
      const widen = await caller.call('updateCredential', { path: { id: target }, body: { scopes: ['*'] } });
      expectNotGrantable(widen, ['*']);
    }
    const strong = await aCredential(service.ours, {
      scopes: ['audit.read'],
      expiresAt: '2031-01-01T00:00:00Z',
    });
    for (const body of [{ expiresAt: null }, { maxUsageCount: null }, { allowedIps: null }]) {
      expectNotGrantable(await caller.call('updateCredential', { path: { id: strong.id }, body }), [
        'audit.read',
      ]);
    }
    expect(
      (await caller.call('updateCredential', { path: { id: strong.id }, body: { name: 'renamed' } })).status,
    ).toBe(200);
  });

  test('stays within the scopes its identity allows', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours, { allowedScopes: ['deploy.*'] });
    const { id } = await aCredential(ours, { identityId });
    expectNotGrantable(await ours.call('updateCredential', { path: { id }, body: { scopes: ['a.b'] } }), [
      'a.b',
    ]);
    expect(
      (await ours.call('updateCredential', { path: { id }, body: { scopes: ['deploy.x'] } })).status,
    ).toBe(200);
  });
});

describe('reactivateCredential', () => {
  test('gives no rights back that the caller lacks', async ({ service }) => {
    const { caller } = await aCallerWith(service, writer);
    const { id } = await aCredential(service.ours, { scopes: ['audit.read'] });
    expect((await caller.call('suspendCredential', { path: { id } })).status).toBe(200);
    expectNotGrantable(await caller.call('reactivateCredential', { path: { id } }), ['audit.read']);
    expect((await service.ours.call('reactivateCredential', { path: { id } })).status).toBe(200);
  });
});

describe('reactivateIdentity', () => {
  test('gives no rights back that the caller lacks', async ({ service }) => {
    const { ours } = service;
    const { caller } = await aCallerWith(service, writer);
    const { id, identityId } = await aCredential(ours, { scopes: ['audit.read'] });
    await aCredential(ours, { identityId, scopes: ['a.b', 'policies.read'] });
    expect((await caller.call('suspendIdentity', { path: { id: identityId } })).status).toBe(200);
    expectNotGrantable(await caller.call('reactivateIdentity', { path: { id: identityId } }), ['audit.read']);
    await ours.call('revokeCredential', { path: { id } });
    expect((await caller.call('reactivateIdentity', { path: { id: identityId } })).status).toBe(200);
  });
});

describe('revokeCredential', () => {
  test('needs no more than the right to revoke', async ({ service }) => {
    const { caller } = await aCallerWith(service, ['credentials.revoke']);
    for (const operation of ['suspendCredential', 'revokeCredential', 'deleteCredential'] as const) {
      const { id } = await aCredential(service.ours, { scopes: ['audit.read', '*'] });
      expect((await caller.call(operation, { path: { id } })).status).toBe(200);
    }
  });

  test('records a denied attempt and a failed one before it answers', async ({
    service: { ours, as, sql },
  }) => {
    const { id, secret } = await aCredential(ours);
    const { id: caller } = (await ours.call('getCredential', { path: { id } })).body;
    expect((await as(secret).call('revokeCredential', { path: { id } })).status).toBe(403);
    await ours.call('revokeCredential', { path: { id } });
    expect((await ours.call('suspendCredential', { path: { id } })).status).toBe(409);
    expect(
      await sql(
        'select action, result, code, actor_id = $1 as self from audit_logs where target_id = $1 order by created_at',
        [caller],
      ),
    ).toEqual([
      { action: 'credential.create', result: 'SUCCESS', code: null, self: false },
      { action: 'credential.revoke', result: 'DENIED', code: 'INSUFFICIENT_SCOPE', self: true },
      { action: 'credential.revoke', result: 'SUCCESS', code: null, self: false },
      { action: 'credential.suspend', result: 'FAILURE', code: 'CREDENTIAL_STATE_CONFLICT', self: false },
    ]);
  });
});

describe('updateIdentity', () => {
  test('lifts no bound of credentials that carry more than the caller holds', async ({ service }) => {
    const { ours } = service;
    const identityId = await anIdentity(ours, { allowedIps: ['203.0.113.0/24'] });
    await aCredential(ours, { identityId, scopes: ['audit.read'] });
    const { caller } = await aCallerWith(service, writer);
    const change = (body: object) => caller.call('updateIdentity', { path: { id: identityId }, body });
    expectNotGrantable(await change({ allowedIps: null }), ['audit.read']);
    expectNotGrantable(await change({ expiresAt: null }), ['audit.read']);
    expect((await change({ description: 'of the shop' })).status).toBe(200);
  });
});
