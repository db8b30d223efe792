import { describe, expect, onTestFinished } from 'vitest';
import { aCallerWith, aCredential, anIdentity, verify } from '../../support/builders.ts';
import { aPolicy, withoutPolicies } from '../../support/policies.ts';
import { startTestService, test as base } from '../../support/service.ts';

// security.md 7, "Policy lock-out", and 1, "BOLA across orgs" for what a policy selects.

const test = base.extend<{ cleaned: undefined }>({
  cleaned: [
    async ({ service }, use) => {
      await use(undefined);
      await withoutPolicies(service.ours);
    },
    { auto: true },
  ],
});

const nowhere = { type: 'IP_ALLOWLIST', parameters: { cidrs: ['198.51.100.0/24'] } };
const never = new Date(Date.now() + 3 * 86_400_000).toLocaleDateString('en-US', {
  weekday: 'short',
  timeZone: 'UTC',
});

describe('a policy that would lock everybody out', () => {
  test.for([
    ['IP_ALLOWLIST without the caller', nowhere],
    [
      'TIME_WINDOW of another day',
      {
        type: 'TIME_WINDOW',
        parameters: { timezone: 'UTC', days: [never.toUpperCase()], from: '10:00', to: '10:01' },
      },
    ],
    ['SCOPE_RESTRICTION that denies *', { type: 'SCOPE_RESTRICTION', parameters: { deniedScopes: ['*'] } }],
  ] as const)(
    '%s is rejected unless the caller acknowledges it',
    async ([, fields], { service: { ours } }) => {
      const body = { name: 'lock', mode: 'ENFORCE', ...fields };
      const refused = await ours.call('createPolicy', { body });
      expect([refused.status, refused.body.code]).toEqual([409, 'LOCKOUT_RISK']);
      expect(refused.body.details.reason).toContain('acknowledgeLockout');
      // Nothing of it is left: not in force, not in the list.
      expect((await ours.call('listIdentities')).status).toBe(200);
      expect((await ours.call('listPolicies')).body.data).toEqual([]);
      const watching = await ours.call('createPolicy', { body: { ...body, mode: 'REPORT_ONLY' } });
      expect(watching.status).toBe(201);
      const path = { id: watching.body.id };
      const enforced = await ours.call('updatePolicy', { path, body: { mode: 'ENFORCE' } });
      expect(enforced.body.code).toBe('LOCKOUT_RISK');
      const meant = { mode: 'ENFORCE', acknowledgeLockout: true };
      expect((await ours.call('updatePolicy', { path, body: meant })).status).toBe(200);

      // Now all is shut but the way back, which only a full key has.
      expect((await ours.call('listIdentities')).body.code).toBe('POLICY_DENIED');
      expect((await ours.call('getPolicy', { path })).status).toBe(200);
      expect((await ours.call('deletePolicy', { path })).status).toBe(200);
      expect((await ours.call('listIdentities')).status).toBe(200);
    },
  );

  test('is rejected also if it denies only old or unused keys', async () => {
    const service = await startTestService();
    onTestFinished(() => service.stop());
    const { ours, sql } = service;
    await sql("update credentials set created_at = now() - interval '100 days', last_used_at = null");
    const body = { name: 'old', mode: 'ENFORCE', type: 'ROTATION_AGE', parameters: { maxAgeDays: 99 } };
    expect((await ours.call('createPolicy', { body })).body.code).toBe('LOCKOUT_RISK');
    await aCredential(ours, { scopes: ['*'] });
    expect((await ours.call('createPolicy', { body })).status).toBe(201);
  });

  test('gives a way back to full keys only', async ({ service }) => {
    const { ours } = service;
    const { caller, identityId } = await aCallerWith(service, ['policies.*']);
    const id = await aPolicy(ours, { ...nowhere, selector: { identityIds: [identityId] } });
    expect((await caller.call('deletePolicy', { path: { id } })).body.code).toBe('POLICY_DENIED');
    expect((await caller.call('listPolicies')).body.code).toBe('POLICY_DENIED');
  });

  test('does not suspend the last full key, and reports that', async () => {
    const service = await startTestService();
    onTestFinished(() => service.stop());
    const { ours, sql } = service;
    const node = await service.startNode({ ROLE: 'all' });
    const fields = { ...nowhere, mode: 'ENFORCE', actions: ['REVOKE'], acknowledgeLockout: true };
    expect((await ours.call('createPolicy', { body: { name: 'ender', ...fields } })).status).toBe(201);
    expect((await ours.call('listIdentities')).body.code).toBe('POLICY_DENIED');
    const skipped = () =>
      sql(
        `select id from events where type = 'policy.violated' and data -> 'details' ->> 'skipped' = 'LAST_FULL_KEY'`,
      );
    await expect.poll(async () => (await skipped()).length, { timeout: 20_000 }).toBe(1);
    expect(
      await sql(`select id from audit_logs where action = 'credential.revoke' and code = 'LOCKOUT_RISK'`),
    ).toHaveLength(1);
    expect((await ours.call('listPolicies')).status).toBe(200);
    await node.stop();
  });
});

describe('policies of another tenant', () => {
  test('judge and select nothing in our tenant, and are not visible', async ({ service }) => {
    const { ours, theirs, oursTest } = service;
    const { identityId, secret } = await aCredential(ours);
    for (const other of [theirs, oursTest]) {
      const selector = { identityIds: [identityId] };
      const { body } = await other.call('createPolicy', {
        body: { name: 'theirs', mode: 'ENFORCE', type: 'OWNER_REQUIRED', selector },
      });
      expect(body.matchedIdentities).toBe(0);
      const all = { name: 'all', mode: 'ENFORCE', ...nowhere, acknowledgeLockout: true };
      const { body: wide } = await other.call('createPolicy', { body: all });
      for (const id of [body.id, wide.id]) {
        for (const operation of ['getPolicy', 'updatePolicy', 'deletePolicy'] as const) {
          const parts = {
            path: { id },
            ...(operation === 'updatePolicy' ? { body: { name: 'taken' } } : {}),
          };
          expect((await ours.call(operation, parts)).body.code).toBe('POLICY_NOT_FOUND');
        }
      }
      const attempt = { operation: 'createCredential', identityId };
      expect((await other.call('evaluatePolicies', { body: attempt })).body.code).toBe('IDENTITY_NOT_FOUND');
    }
    expect((await verify(ours, secret)).valid).toBe(true);
    expect((await ours.call('createCredential', { body: { identityId, name: 'key' } })).status).toBe(201);
    await withoutPolicies(theirs);
    await withoutPolicies(oursTest);
  });
});

describe('a policy that ends credentials', () => {
  test('does not touch what changed after the violation', async ({ service }) => {
    const { ours, sql } = service;
    const identityId = await anIdentity(ours);
    const { id, secret } = await aCredential(ours, { identityId });
    await aPolicy(ours, { ...nowhere, actions: ['REVOKE'], selector: { identityIds: [identityId] } });
    expect((await verify(ours, secret, { ipAddress: '203.0.113.7' })).code).toBe('POLICY_DENIED');
    await ours.call('updateCredential', { path: { id }, body: { name: 'looked at' } });
    const node = await service.startNode({ ROLE: 'all' });
    const waiting = () => sql(`select id from tenant_jobs where task = 'enforce-policy'`);
    await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBe(0);
    expect((await ours.call('getCredential', { path: { id } })).body.status).toBe('ACTIVE');
    await node.stop();
  });
});
