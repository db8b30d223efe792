import { describe, expect } from 'vitest';
import {
  accessTest as test,
  aLocation,
  anAccessPolicy,
  withoutAccessPolicies,
} from '../../support/access.ts';
import { aCallerWith, aCredential, verify } from '../../support/builders.ts';

describe('context.application of a verification', () => {
  test.for(['keyward:api', 'keyward:exchange', 'context:billing', 'KEYWARD:API', ' keyward:api'])(
    'does not pass for an application of the service: %s',
    async (application, { service: { ours } }) => {
      const { identityId, secret } = await aCredential(ours);
      const identities = { include: [identityId] };
      const applications = { include: ['keyward:api', 'keyward:exchange', 'context:billing'] };
      await anAccessPolicy(ours, {
        priority: 1,
        decision: 'ALLOW',
        conditions: { identities, applications },
      });
      await anAccessPolicy(ours, { priority: 2, conditions: { identities } });
      expect((await verify(ours, secret, { context: { application } })).code).toBe('POLICY_DENIED');
      expect((await verify(ours, secret, { context: { application: 'billing' } })).code).toBe('VALID');
    },
  );

  test.for([{ application: 7 }, { application: ['billing'] }, { application: 'b'.repeat(249) }, {}])(
    'names no application if it is not a short text, which exempts from nothing: %j',
    async (context, { service: { ours } }) => {
      const { identityId, secret } = await aCredential(ours);
      const applications = { exclude: ['context:billing', 'context:7', `context:${'b'.repeat(248)}`] };
      await anAccessPolicy(ours, { conditions: { identities: { include: [identityId] }, applications } });
      expect((await verify(ours, secret, { context })).code).toBe('POLICY_DENIED');
    },
  );
});

describe('a denied verification', () => {
  test('counts no use, and leaves the last use of a credential there', async ({ service: { ours } }) => {
    const { id, identityId, secret } = await aCredential(ours, { maxUsageCount: 1 });
    const policy = await anAccessPolicy(ours, { conditions: { identities: { include: [identityId] } } });
    const codes = await Promise.all(Array.from({ length: 8 }, async () => (await verify(ours, secret)).code));
    expect(new Set(codes)).toEqual(new Set(['POLICY_DENIED']));
    const { body } = await ours.call('getCredential', { path: { id } });
    expect([body.usageCount, body.lastUsedAt, body.status]).toEqual([0, null, 'ACTIVE']);
    await ours.call('deleteAccessPolicy', { path: { id: policy } });
    expect((await verify(ours, secret)).code).toBe('VALID');
  });

  test('tells nothing of the credential, its identity or the conditions', async ({ service: { ours } }) => {
    const { identityId, secret } = await aCredential(ours, { name: 'secret name' });
    const policyId = await anAccessPolicy(ours, { conditions: { identities: { include: [identityId] } } });
    const { checkedAt, ...answer } = await verify(ours, secret);
    expect(checkedAt).toEqual(expect.any(String));
    expect(answer).toEqual({
      valid: false,
      code: 'POLICY_DENIED',
      policyId,
      environment: 'live',
      gracePeriod: false,
      remainingUses: null,
      identity: null,
      credential: null,
    });
  });
});

describe('a key with *', () => {
  test('that a policy blocks reads and changes policies and locations, and nothing else', async ({
    service,
  }) => {
    const { ours } = service;
    const { caller, identityId } = await aCallerWith(service, ['*']);
    const path = {
      id: await anAccessPolicy(ours, { conditions: { identities: { include: [identityId] } } }),
    };
    const location = await aLocation(ours);
    const parts = { path: { id: location }, body: { isTrusted: true } };
    expect((await caller.call('listAccessPolicies')).status).toBe(200);
    expect((await caller.call('getAccessPolicy', { path })).status).toBe(200);
    expect((await caller.call('updateNamedLocation', parts)).status).toBe(200);
    for (const operation of [
      'listIdentities',
      'listPolicies',
      'listWebhooks',
      'listUsers',
      'listAuditLogs',
    ] as const)
      expect((await caller.call(operation)).body.code, operation).toBe('POLICY_DENIED');
    expect((await caller.call('deleteAccessPolicy', { path })).status).toBe(200);
    expect((await caller.call('listIdentities')).status).toBe(200);
  });

  test('is what the way back needs: conditional_access.* is not enough', async ({ service }) => {
    const { ours } = service;
    const { caller, identityId } = await aCallerWith(service, ['conditional_access.*']);
    const path = {
      id: await anAccessPolicy(ours, { conditions: { identities: { include: [identityId] } } }),
    };
    expect((await caller.call('deleteAccessPolicy', { path })).body.code).toBe('POLICY_DENIED');
    expect((await caller.call('listAccessPolicies')).body.code).toBe('POLICY_DENIED');
  });
});

describe('policies', () => {
  test('do not judge keys of another tenant or environment, and do not name its locations', async ({
    service,
  }) => {
    const { ours, theirs, oursTest } = service;
    const { identityId, secret } = await aCredential(ours);
    const location = await aLocation(ours);
    const all = { clientTypes: ['machine'], applications: { exclude: ['keyward:api'] } };
    const ids: string[] = [];
    for (const other of [theirs, oursTest]) {
      ids.push(await anAccessPolicy(other, { conditions: all }));
      ids.push(await anAccessPolicy(other, { conditions: { identities: { include: [identityId] } } }));
      const body = {
        name: 'ours',
        priority: 3,
        decision: 'BLOCK',
        conditions: { locations: { include: [location] } },
      };
      const named = await other.call('createAccessPolicy', { body });
      expect([named.status, Object.keys(named.body.details as object)]).toEqual([
        400,
        ['conditions.locations.include.0'],
      ]);
      const simulated = await other.call('simulateAccess', { body: { identityId } });
      expect(simulated.body.code).toBe('IDENTITY_NOT_FOUND');
      // Their own keys are judged by them.
      expect((await verify(other, (await aCredential(other)).secret)).code).toBe('POLICY_DENIED');
    }
    expect((await verify(ours, secret)).code).toBe('VALID');
    expect((await ours.call('simulateAccess', { body: { identityId } })).body.evaluated).toEqual([]);
    for (const id of ids) {
      for (const operation of ['getAccessPolicy', 'deleteAccessPolicy'] as const)
        expect((await ours.call(operation, { path: { id } })).body.code).toBe('POLICY_NOT_FOUND');
    }
    await withoutAccessPolicies(theirs);
    await withoutAccessPolicies(oursTest);
  });
});
