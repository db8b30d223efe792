import { describe, expect, onTestFinished } from 'vitest';
import { aCallerWith, aCredential, eventsAbout, verify } from '../../support/builders.ts';
import { aPolicy, withoutPolicies } from '../../support/policies.ts';
import { test as base, type TestService } from '../../support/service.ts';

const test = base.extend<{ cleaned: undefined }>({
  cleaned: [
    async ({ service }, use) => {
      await use(undefined);
      await withoutPolicies(service.ours);
    },
    { auto: true },
  ],
});

const here = '203.0.113.7';
const allowed = { cidrs: ['203.0.113.0/24'] };
const elsewhere = { cidrs: ['198.51.100.0/24'] };

/** Starts a node that does what jobs ask for. */
async function workerOf(service: TestService): Promise<void> {
  const node = await service.startNode({ ROLE: 'all' });
  onTestFinished(() => node.stop());
}
/** Waits until no job is left that suspends or revokes credentials. */
const jobsDone = ({ sql }: TestService) =>
  expect
    .poll(() => sql("select 1 from tenant_jobs where task = 'enforce-policy'"), {
      timeout: 20_000,
    })
    .toEqual([]);

describe('a policy that suspends or revokes', () => {
  test('suspends, and revokes, what violates it', async ({ service }) => {
    const { ours } = service;
    await workerOf(service);
    for (const [action, status] of [
      ['SUSPEND', 'SUSPENDED'],
      ['REVOKE', 'REVOKED'],
    ]) {
      const { id, identityId, secret } = await aCredential(ours);
      await aPolicy(ours, {
        type: 'IP_ALLOWLIST',
        parameters: elsewhere,
        actions: [action],
        selector: { identityIds: [identityId] },
      });
      expect((await verify(ours, secret, { ipAddress: here })).code).toBe('POLICY_DENIED');
      const shown = async () => (await ours.call('getCredential', { path: { id } })).body;
      await expect.poll(async () => (await shown()).status, { timeout: 20_000 }).toBe(status);
      expect((await shown()).statusReason).toBe('POLICY');
      const types = (await eventsAbout(service, id)).map(({ type }) => type);
      expect(types).toContain(`credential.${status?.toLowerCase()}`);
    }
  });

  test('suspends nothing by a policy that was corrected before the job ran', async ({ service }) => {
    const { ours } = service;
    const { id, identityId, secret } = await aCredential(ours);
    const fields = { type: 'IP_ALLOWLIST', actions: ['REVOKE'], selector: { identityIds: [identityId] } };
    const policyId = await aPolicy(ours, { ...fields, parameters: elsewhere });
    expect((await verify(ours, secret, { ipAddress: here })).code).toBe('POLICY_DENIED');
    await ours.call('updatePolicy', { path: { id: policyId }, body: { parameters: allowed } });
    await workerOf(service);
    await jobsDone(service);
    expect((await ours.call('getCredential', { path: { id } })).body.status).toBe('ACTIVE');
    expect((await verify(ours, secret, { ipAddress: here })).valid).toBe(true);
    expect((await verify(ours, secret, { ipAddress: '198.51.100.1' })).code).toBe('POLICY_DENIED');
    await jobsDone(service);
    expect((await ours.call('getCredential', { path: { id } })).body.status).toBe('REVOKED');
  });

  test('leaves the last key with * alone, and tells that once, however often it is refused', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const { orgId } = service.organizations.ours.live;
    await workerOf(service);
    const [full] = await sql<{ id: string; identity_id: string }>(
      `select id, identity_id from credentials where org_id = $1 and '*' = any (scopes) and status = 'ACTIVE'`,
      [orgId],
    );
    const id = await aPolicy(ours, {
      type: 'IP_ALLOWLIST',
      parameters: { cidrs: ['127.0.0.1', '::1'] },
      actions: ['SUSPEND'],
      selector: { identityIds: [full?.identity_id] },
    });
    const skips = async () =>
      (
        await sql(
          `select 1 from events where type = 'policy.violated' and data ->> 'policyId' = $1
              and data -> 'details' ->> 'skipped' = 'LAST_FULL_KEY'`,
          [id],
        )
      ).length;
    const other = await aCallerWith(service, ['credentials.verify']);
    expect((await verify(other.caller, String(ours.key), { ipAddress: '198.51.100.1' })).code).toBe(
      'POLICY_DENIED',
    );
    await expect.poll(skips, { timeout: 20_000 }).toBe(1);
    for (let time = 0; time < 5; time++) {
      await verify(other.caller, String(ours.key), { ipAddress: '198.51.100.1' });
      await jobsDone(service);
    }
    expect(await skips()).toBe(1);
  });
});
