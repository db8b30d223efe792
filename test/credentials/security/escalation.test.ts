import { describe, expect } from 'vitest';
import type { OperationId } from '../../../src/operation.ts';
import { aCredential, anIdentity } from '../../support/builders.ts';
import type { Answer, CallParts } from '../../support/client.ts';
import { test, type TestService } from '../../support/service.ts';

// security.md 1: "Escalation through another's secret", "Scope escalation" (KC/AK patterns; AK CVE-2026-25227).
const refused = (...scopes: string[]) => ({
  status: 403,
  body: { code: 'SCOPE_NOT_GRANTABLE', details: { scopes } },
});

async function keyWith({ ours, as }: TestService, scopes: string[]) {
  return as((await aCredential(ours, { scopes })).secret);
}

/** Every row that could hold a right, to see that nothing has changed. */
const rights = ({ sql, organizations }: TestService) =>
  sql(
    'select id, status, version, scopes, secret_hash, expires_at, max_usage_count from credentials where org_id = $1 order by id',
    [organizations.ours.live.orgId],
  );

/** @returns what a caller with these scopes is told; checks that no right has changed */
async function attempt(
  service: TestService,
  scopes: string[],
  id: OperationId,
  parts: CallParts,
): Promise<Answer> {
  const client = await keyWith(service, scopes);
  const before = await rights(service);
  const answer = await client.call(id, parts);
  expect(await rights(service)).toEqual(before);
  return answer;
}

const management = [
  '*',
  'identities.*',
  'identities.read',
  'credentials.*',
  'org.write',
  'keyward.*',
  'keyward.anything',
  'identities.later',
  'identities:read',
  'webhooks',
];

describe('a key that may write credentials', () => {
  test.for(management)('cannot create one with %s', async (scope, { service }) => {
    const identityId = await anIdentity(service.ours);
    const scopes = ['secrets.read', scope];
    expect(
      await attempt(service, ['credentials.write'], 'createCredential', {
        body: { identityId, name: 'escalated', scopes },
      }),
    ).toMatchObject(refused(scope));
    expect(
      await attempt(service, ['credentials.write'], 'createJitCredential', {
        body: { identityId, duration: '1h', scopes },
      }),
    ).toMatchObject(refused(scope));
  });

  test.for(management)('cannot patch %s onto one', async (scope, { service }) => {
    const { id } = await aCredential(service.ours);
    expect(
      await attempt(service, ['credentials.write'], 'updateCredential', {
        path: { id },
        body: { scopes: [scope] },
      }),
    ).toMatchObject(refused(scope));
  });

  test.for([
    { expiresAt: null },
    { expiresAt: '2030-01-01T00:00:00Z' },
    { maxUsageCount: null },
    { maxUsageCount: 1_000 },
    { allowedIps: null },
  ])('cannot widen a richer one by %o', async (body, { service }) => {
    const { id } = await aCredential(service.ours, {
      scopes: ['identities.write'],
      maxUsageCount: 10,
      expiresAt: '2029-01-01T00:00:00Z',
      allowedIps: ['203.0.113.0/24'],
    });
    expect(
      await attempt(service, ['credentials.write'], 'updateCredential', { path: { id }, body }),
    ).toMatchObject(refused('identities.write'));
  });

  test('can grant its own scopes, and the scopes of customers', async ({ service }) => {
    const client = await keyWith(service, ['credentials.*']);
    const identityId = await anIdentity(service.ours);
    const scopes = ['credentials.read', 'credentials.*', 'secrets.read', 'deploy:*', 'a.*'];
    expect(
      (await client.call('createCredential', { body: { identityId, name: 'granted', scopes } })).status,
    ).toBe(201);
  });

  test('cannot go beyond the ceiling of the identity, even with *', async ({ service }) => {
    const identityId = await anIdentity(service.ours, { allowedScopes: ['secrets.*'] });
    for (const scope of ['*', 'deploy.execute', 'secrets', 'identities.read']) {
      expect(
        await attempt(service, ['*'], 'createCredential', {
          body: { identityId, name: 'beyond', scopes: [scope] },
        }),
      ).toMatchObject(refused(scope));
      expect(
        await attempt(service, ['*'], 'createJitCredential', {
          body: { identityId, duration: '1h', scopes: [scope] },
        }),
      ).toMatchObject(refused(scope));
    }
    const { id } = await aCredential(service.ours, { identityId, scopes: ['secrets.read'] });
    expect(
      await attempt(service, ['*'], 'updateCredential', {
        path: { id },
        body: { scopes: ['deploy.execute'] },
      }),
    ).toMatchObject(refused('deploy.execute'));
  });
});

describe('a key that may rotate', () => {
  test('obtains no secret with more rights than its own, such as its creator’s', async ({ service }) => {
    const [bootstrap] = await service.sql<{ id: string }>(
      "select id from credentials where org_id = $1 and name = 'bootstrap'",
      [service.organizations.ours.live.orgId],
    );
    const { id } = await aCredential(service.ours, { scopes: ['identities.read', 'secrets.read'] });
    expect(
      await attempt(service, ['credentials.rotate'], 'rotateCredential', {
        path: { id: bootstrap?.id ?? '' },
      }),
    ).toMatchObject(refused('*'));
    expect(
      await attempt(service, ['credentials.rotate'], 'rotateCredential', { path: { id } }),
    ).toMatchObject(refused('identities.read'));
    const able = await keyWith(service, ['credentials.rotate', 'identities.read']);
    expect((await able.call('rotateCredential', { path: { id } })).status).toBe(200);
  });
});

describe('a key that may reactivate', () => {
  test('does not reactivate a credential with rights that the key lacks', async ({ service }) => {
    const { id } = await aCredential(service.ours, { scopes: ['identities.read'] });
    await service.ours.call('suspendCredential', { path: { id } });
    expect(
      await attempt(service, ['credentials.revoke'], 'reactivateCredential', { path: { id } }),
    ).toMatchObject(refused('identities.read'));
  });

  test('does not reactivate an identity whose credentials hold more rights', async ({ service }) => {
    const { identityId } = await aCredential(service.ours, { scopes: ['credentials.read'] });
    await service.ours.call('suspendIdentity', { path: { id: identityId } });
    expect(
      await attempt(service, ['identities.write'], 'reactivateIdentity', { path: { id: identityId } }),
    ).toMatchObject(refused('credentials.read'));
  });
});

describe('a key that may write identities', () => {
  const rule = { issuer: 'https://evil.example', audience: 'keyward', subject: 'me' };
  const federated = (allowedScopes: string[] | null) => ({ allowedScopes, federatedSubjects: [rule] });
  const identityBody = { name: 'workload', type: 'CI_CD' };
  const write = ['identities.write'];

  test('lets no token obtain what the key cannot issue', async ({ service }) => {
    const { ours } = service;
    for (const [held, allowedScopes, missing] of [
      [write, null, ['credentials.write']],
      [write, [], ['credentials.write']],
      [write, ['*'], ['credentials.write', '*']],
      [
        [...write, 'credentials.write'],
        ['secrets.read', '*', 'org.*'],
        ['*', 'org.*'],
      ],
    ] as const) {
      const fields = federated(allowedScopes && [...allowedScopes]);
      const body = { ...identityBody, ...fields };
      expect(await attempt(service, [...held], 'createIdentity', { body })).toMatchObject(
        refused(...missing),
      );
      const path = { id: await anIdentity(ours) };
      expect(await attempt(service, [...held], 'updateIdentity', { path, body: fields })).toMatchObject(
        refused(...missing),
      );
      // In two steps, in either order.
      for (const [first, second] of [
        [{ federatedSubjects: [rule] }, { allowedScopes: fields.allowedScopes }],
        [{ allowedScopes: fields.allowedScopes }, { federatedSubjects: [rule] }],
      ] as const) {
        const target = { id: await anIdentity(ours, { allowedScopes: ['other'], ...first }) };
        expect(
          await attempt(service, [...held], 'updateIdentity', { path: target, body: second }),
        ).toMatchObject(refused(...missing));
      }
    }
    const able = await keyWith(service, [...write, 'credentials.write', 'org.*']);
    const body = { ...identityBody, ...federated(['org.write', 'secrets.*']) };
    expect((await able.call('createIdentity', { body })).status).toBe(201);
  });

  test('sends rules again unchanged, and removes them with credentials.revoke or the rights', async ({
    service,
  }) => {
    const other = { ...rule, subject: 'you' };
    const fields = { allowedScopes: ['*'], federatedSubjects: [rule, other] };
    const path = { id: await anIdentity(service.ours, fields) };
    const client = await keyWith(service, write);
    const same = {
      federatedSubjects: [other, { ...rule, claims: {} }],
      allowedScopes: ['*'],
      name: 'renamed',
    };
    expect((await client.call('updateIdentity', { path, body: same })).status).toBe(200);
    for (const federatedSubjects of [[rule], []])
      expect(await client.call('updateIdentity', { path, body: { federatedSubjects } })).toMatchObject(
        refused('*'),
      );
    const responder = await keyWith(service, [...write, 'credentials.revoke']);
    for (const body of [{ federatedSubjects: [rule] }, { federatedSubjects: [] }, { allowedScopes: null }])
      expect((await responder.call('updateIdentity', { path, body })).status).toBe(200);
    expect(await client.call('updateIdentity', { path, body: { federatedSubjects: [rule] } })).toMatchObject(
      refused('credentials.write'),
    );
  });

  test('cannot reactivate a workload, or widen its addresses, with rights that the key lacks', async ({
    service,
  }) => {
    const fields = { ...federated(['org.write']), allowedIps: ['203.0.113.0/24'] };
    const path = { id: await anIdentity(service.ours, fields) };
    expect(
      await attempt(service, write, 'updateIdentity', { path, body: { allowedIps: null } }),
    ).toMatchObject(refused('org.write'));
    await service.ours.call('suspendIdentity', { path });
    expect(await attempt(service, write, 'reactivateIdentity', { path })).toMatchObject(refused('org.write'));
  });
});

describe('a scope', () => {
  test.for([
    [['identities'], 'listIdentities'],
    [['identities.rea'], 'listIdentities'],
    [['identities.read.all'], 'listIdentities'],
    [['identities:*'], 'listIdentities'],
    [['secrets.*', 'identities.write'], 'listIdentities'],
    [['credentials.read', 'credentials.write', 'credentials.rotate'], 'verifyCredential'],
    [['credentials.write'], 'getCredential'],
  ] as const)('%j does not grant %s', async ([scopes, id], { service }) => {
    const client = await keyWith(service, [...scopes]);
    expect(await client.call(id, { path: { id: 'x' } })).toMatchObject({
      status: 403,
      body: { code: 'INSUFFICIENT_SCOPE' },
    });
  });
});
