import { describe, expect } from 'vitest';
import { accessTest as test, aLocation, anAccessPolicy } from '../../support/access.ts';
import { aCallerWith, aCredential, verify } from '../../support/builders.ts';
import { aPolicy } from '../../support/policies.ts';

const office = '203.0.113.7';
const elsewhere = '198.51.100.1';

describe('verifyCredential under conditional access', () => {
  test('refuses outside the office, also without an address, names the policy and counts nothing', async ({
    service: { ours },
  }) => {
    const { id: credentialId, identityId, secret } = await aCredential(ours);
    const location = await aLocation(ours);
    const id = await anAccessPolicy(ours, {
      conditions: { identities: { include: [identityId] }, locations: { exclude: [location] } },
    });
    expect(await verify(ours, secret, { ipAddress: office })).toMatchObject({ valid: true });
    expect(await verify(ours, secret, { ipAddress: `::ffff:${office}` })).toMatchObject({ valid: true });
    expect(await verify(ours, secret, { ipAddress: elsewhere })).toMatchObject({
      valid: false,
      code: 'POLICY_DENIED',
      policyId: id,
      identity: null,
    });
    expect((await verify(ours, secret)).code).toBe('POLICY_DENIED');
    expect((await verify(ours, secret, { consume: false })).code).toBe('POLICY_DENIED');
    expect((await ours.call('getCredential', { path: { id: credentialId } })).body.usageCount).toBe(2);
    const policy = async () => (await ours.call('getAccessPolicy', { path: { id } })).body;
    await expect.poll(async () => (await policy()).matchCount, { timeout: 20_000 }).toBe(2);
    expect((await policy()).lastMatchedAt).not.toBeNull();
  });

  test('goes on under REPORT_ONLY, and counts what would have been refused', async ({
    service: { ours },
  }) => {
    const { identityId, secret } = await aCredential(ours);
    const id = await anAccessPolicy(ours, {
      status: 'REPORT_ONLY',
      conditions: { identities: { include: [identityId] } },
    });
    expect((await verify(ours, secret)).code).toBe('VALID');
    const counted = async () => (await ours.call('getAccessPolicy', { path: { id } })).body.matchCount;
    await expect.poll(counted, { timeout: 20_000 }).toBe(1);
  });

  test('knows the application that the verifying service names, under a prefix of its own', async ({
    service: { ours },
  }) => {
    const { identityId, secret } = await aCredential(ours);
    await anAccessPolicy(ours, {
      conditions: {
        identities: { include: [identityId] },
        applications: { include: ['context:billing', 'keyward:api'] },
      },
    });
    expect((await verify(ours, secret, { context: { application: 'billing' } })).code).toBe('POLICY_DENIED');
    expect((await verify(ours, secret, { context: { application: 'keyward:api' } })).code).toBe('VALID');
    expect((await verify(ours, secret)).code).toBe('VALID');
  });

  test('leaves keys alone if a policy names no machines', async ({ service: { ours } }) => {
    const { secret } = await aCredential(ours);
    await anAccessPolicy(ours);
    await anAccessPolicy(ours, { conditions: { clientTypes: ['browser'] } });
    expect((await verify(ours, secret)).code).toBe('VALID');
  });

  test('is denied by a policy of governance, too, and says which', async ({ service: { ours } }) => {
    const { identityId, secret } = await aCredential(ours);
    const id = await aPolicy(ours, {
      type: 'IP_ALLOWLIST',
      parameters: { cidrs: ['192.0.2.0/24'] },
      selector: { identityIds: [identityId] },
    });
    await anAccessPolicy(ours, { decision: 'ALLOW', conditions: { identities: { include: [identityId] } } });
    expect(await verify(ours, secret, { ipAddress: office })).toMatchObject({
      code: 'POLICY_DENIED',
      policyId: id,
    });
  });
});

describe('access.denied', () => {
  test('tells of a policy and an identity once a minute, with the number of attempts', async ({
    service: { ours, sql },
  }) => {
    const { id: credentialId, identityId, secret } = await aCredential(ours);
    const policyId = await anAccessPolicy(ours, { conditions: { identities: { include: [identityId] } } });
    const context = { application: 'billing' };
    await Promise.all(Array.from({ length: 5 }, () => verify(ours, secret, { context })));
    await verify(ours, secret, { context, consume: false });
    const told = () =>
      sql<{ data: { count: number } }>(
        `select data from events where type = 'access.denied' and data ->> 'policyId' = $1`,
        [policyId],
      );
    await expect.poll(async () => (await told()).length, { timeout: 20_000 }).toBe(1);
    const [first] = await told();
    expect(first?.data).toMatchObject({
      outcome: 'DENIED',
      subject: 'MACHINE',
      userId: null,
      identityId,
      credentialId,
      application: 'context:billing',
    });
    const counted = async () =>
      (await ours.call('getAccessPolicy', { path: { id: policyId } })).body.matchCount;
    await expect.poll(counted, { timeout: 20_000 }).toBe(5);
    // Events of the same minute wait: the match of this verification is written, but no second event is.
    await verify(ours, secret, { context });
    await expect.poll(counted, { timeout: 20_000 }).toBe(6);
    expect(await told()).toHaveLength(1);
  });

  test('says REPORTED for a key with * that reads policies', async ({ service }) => {
    const { ours, sql } = service;
    const { caller, identityId } = await aCallerWith(service, ['*']);
    const policyId = await anAccessPolicy(ours, { conditions: { identities: { include: [identityId] } } });
    expect((await caller.call('getAccessPolicy', { path: { id: policyId } })).status).toBe(200);
    const outcomes = async () =>
      (
        await sql<{ outcome: string }>(
          `select data ->> 'outcome' as outcome from events where type = 'access.denied' and data ->> 'policyId' = $1`,
          [policyId],
        )
      ).map(({ outcome }) => outcome);
    await expect.poll(outcomes, { timeout: 20_000 }).toEqual(['REPORTED']);
    expect((await caller.call('listIdentities')).body.code).toBe('POLICY_DENIED');
    await expect.poll(outcomes, { timeout: 20_000 }).toEqual(['REPORTED', 'DENIED']);
  });
});
