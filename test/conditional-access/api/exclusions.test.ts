import { describe, expect } from 'vitest';
import { accessTest as test, anAccessPolicy } from '../../support/access.ts';
import { aCredential, aUser } from '../../support/builders.ts';
import { follow } from '../../support/followed.ts';
import { aGroup } from '../../support/groups.ts';
import { aPerson } from '../../support/person.ts';
import type { TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';
const forAccount = { applications: { include: ['keyward:account'] } };

const toldOf = ({ sql }: TestService, policyId: string) =>
  sql<{ data: Record<string, unknown> }>(
    `select data from events where type = 'access.exclusion_used' and data ->> 'policyId' = $1`,
    [policyId],
  );

async function aPersonHere({ ours, origin }: TestService) {
  const email = anEmail();
  const userId = await aUser(ours, { email, password });
  const person = aPerson(origin);
  const { orgId = '' } = ours;
  return {
    userId,
    email,
    person,
    account: `/account/${orgId}`,
    signIn: () => person.signIn(orgId, email, password),
  };
}

/** Waits until the policy has been counted: its exclusions were written before, or by the same transaction. */
const counted = ({ ours }: TestService, id: string) =>
  expect
    .poll(async () => (await ours.call('getAccessPolicy', { path: { id } })).body.matchCount, {
      timeout: 20_000,
    })
    .toBeGreaterThan(0);

describe('access.exclusion_used', () => {
  test('tells once an hour of a key that a policy excludes by id, and raises an alert', async ({
    service,
  }) => {
    const { ours } = service;
    const { id: credentialId, identityId, secret } = await aCredential(ours);
    const policyId = await anAccessPolicy(ours, {
      name: 'Only the build network',
      priority: 5,
      conditions: { identities: { exclude: [identityId] }, applications: { include: ['context:billing'] } },
    });
    const verify = (application: string, credential = secret) =>
      ours.call('verifyCredential', { body: { credential, context: { application } } });
    expect((await verify('billing')).body.valid).toBe(true);
    await expect.poll(async () => (await toldOf(service, policyId)).length, { timeout: 20_000 }).toBe(1);
    const [first] = await toldOf(service, policyId);
    expect(first?.data).toMatchObject({
      policyName: 'Only the build network',
      subject: 'MACHINE',
      userId: null,
      identityId,
      credentialId,
      application: 'context:billing',
      count: 1,
    });
    await verify('billing');
    await verify('billing');
    const { secret: blocked } = await aCredential(ours);
    expect((await verify('billing', blocked)).body.code).toBe('POLICY_DENIED');
    await counted(service, policyId);
    expect(await toldOf(service, policyId)).toHaveLength(1);
    await follow(service);
    const { body } = await ours.call('listAlerts', { query: { identityId } });
    expect(body.data).toMatchObject([
      {
        title: 'An exclusion from a policy was used',
        severity: 'HIGH',
        source: { type: 'POLICY', id: policyId },
      },
    ]);
  });

  test('tells of a user that a policy would have blocked or asked, and not of a policy that the user meets', async ({
    service,
  }) => {
    const { ours } = service;
    const { userId, email, person, account, signIn } = await aPersonHere(service);
    const excluding = { ...forAccount, users: { exclude: [userId] } };
    const blocking = await anAccessPolicy(ours, { priority: 20, conditions: excluding });
    const fresh = { decision: 'REQUIRE', requirements: ['REAUTHENTICATION'] };
    const met = await anAccessPolicy(ours, { ...fresh, priority: 10, conditions: excluding });
    await signIn();
    expect((await person.get(account)).status).toBe(200);
    // The policy with the lower priority is asked first, and allows the user: the other one would not have decided.
    expect(await toldOf(service, blocking)).toEqual([]);
    await ours.call('deleteAccessPolicy', { path: { id: met }, query: { acknowledgeLockout: true } });
    const asking = await anAccessPolicy(ours, {
      decision: 'REQUIRE',
      requirements: ['MFA'],
      priority: 10,
      conditions: excluding,
    });
    expect((await person.get(account)).status).toBe(200);
    await expect.poll(async () => (await toldOf(service, asking)).length, { timeout: 20_000 }).toBe(1);
    const [told] = await toldOf(service, asking);
    expect(told?.data).toMatchObject({
      subject: 'USER',
      userId,
      identityId: null,
      application: 'keyward:account',
    });
    expect([await toldOf(service, blocking), await toldOf(service, met)]).toEqual([[], []]);
    await follow(service);
    const { body } = await ours.call('listAlerts', { query: { severity: 'HIGH' } });
    const alert = body.data.find(({ source }: { source: { id: string } }) => source.id === asking);
    expect(alert.description).toContain(userId);
    expect(JSON.stringify(alert)).not.toContain(email);
  });

  test('does not tell of a user that a group exempts, or that a later policy blocks', async ({ service }) => {
    const { ours } = service;
    const { userId, signIn } = await aPersonHere(service);
    const groupId = await aGroup(ours);
    await ours.call('addGroupMembers', { path: { groupId }, body: { userId } });
    const byGroup = await anAccessPolicy(ours, {
      priority: 10,
      conditions: { ...forAccount, groups: { exclude: [groupId] } },
    });
    const byId = await anAccessPolicy(ours, {
      priority: 20,
      conditions: { ...forAccount, users: { exclude: [userId] } },
    });
    const blocking = await anAccessPolicy(ours, { priority: 30, conditions: forAccount });
    expect((await signIn()).status).toBe(403);
    await counted(service, blocking);
    expect([await toldOf(service, byGroup), await toldOf(service, byId)]).toEqual([[], []]);
  });
});
