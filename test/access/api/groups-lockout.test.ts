import { describe, expect } from 'vitest';
import { accessTest as test, anAccessPolicy } from '../../support/access.ts';
import { aCallerWith, aUser } from '../../support/builders.ts';
import { aDirectory } from '../../support/directories.ts';
import { aGroup } from '../../support/groups.ts';
import { holding, waiting } from '../../support/held-rows.ts';
import { patch } from '../../support/scim.ts';
import type { TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

/** The only owner of a tenant, and a group without members that a policy blocks or exempts. */
async function anOwnerAndGroup({ ours, sql }: TestService, list: 'include' | 'exclude', enabled = true) {
  await sql(`update users set roles = '{}' where org_id = $1`, [ours.orgId]);
  const owner = await aUser(ours, { email: anEmail(), roles: ['OWNER'], displayName: 'Olive Owner' });
  await sql(`update users set status = 'ACTIVE' where id = $1`, [owner]);
  const other = await aUser(ours, { email: anEmail() });
  const groupId = await aGroup(ours);
  const policy = (fields = {}) =>
    anAccessPolicy(ours, {
      status: enabled ? 'ENABLED' : 'REPORT_ONLY',
      conditions: { groups: { [list]: [groupId] } },
      ...fields,
    });
  const add = (userId: string, fields = {}) =>
    ours.call('addGroupMembers', { path: { groupId }, body: { userId, ...fields } });
  const remove = (userId: string, query = {}) =>
    ours.call('removeGroupMember', { path: { groupId, userId }, query });
  const membersOf = async () => (await ours.call('getGroup', { path: { groupId } })).body.memberCount;
  return { owner, other, groupId, policy, add, remove, membersOf };
}

describe('addGroupMembers', () => {
  test('is refused if an enabled policy would then block every owner, and says who', async ({ service }) => {
    const { owner, other, policy, add, membersOf } = await anOwnerAndGroup(service, 'include');
    const policyId = await policy({ name: 'Block contractors' });
    const { status, body } = await add(owner);
    expect([status, body.code, body.details.owners]).toEqual([409, 'LOCKOUT_RISK', ['Olive Owner']]);
    expect(body.details.reason).toContain('Block contractors');
    expect(await membersOf()).toBe(0);
    expect((await add(other)).status).toBe(201);
    expect((await add(owner, { acknowledgeLockout: true })).status).toBe(201);
    await service.ours.call('deleteAccessPolicy', { path: { id: policyId } });
  });

  test('is done if the policy only reports, or does not name the group', async ({ service }) => {
    const { owner, policy, add, remove } = await anOwnerAndGroup(service, 'include', false);
    await policy();
    expect((await add(owner)).status).toBe(201);
    expect((await remove(owner)).status).toBe(200);
    const elsewhere = await anOwnerAndGroup(service, 'include');
    await elsewhere.policy({ conditions: { groups: { include: [await aGroup(service.ours)] } } });
    expect((await elsewhere.add(elsewhere.owner)).status).toBe(201);
  });

  test('is done if every owner is kept out already, so that others can be helped', async ({ service }) => {
    const { other, policy, add } = await anOwnerAndGroup(service, 'exclude');
    await policy({ acknowledgeLockout: true });
    expect((await add(other)).status).toBe(201);
  });
});

describe('a change of a group that an enabled policy names', () => {
  test.for([
    { decision: 'BLOCK', list: 'include', join: 201, leave: 403 },
    { decision: 'REQUIRE', list: 'exclude', join: 403, leave: 200 },
    { decision: 'ALLOW', list: 'include', join: 403, leave: 200 },
    { decision: 'ALLOW', list: 'exclude', join: 201, leave: 403 },
  ] as const)(
    'needs conditional_access.write to lift the policy: $decision, $list, join $join, leave $leave',
    async ({ decision, list, join, leave }, { service }) => {
      const { ours } = service;
      const { other, groupId, policy, add } = await anOwnerAndGroup(service, list);
      const more = await aUser(ours, { email: anEmail() });
      await add(other);
      await policy({
        decision,
        requirements: decision === 'REQUIRE' ? ['MFA'] : [],
        acknowledgeLockout: true,
      });
      const { caller: clerk } = await aCallerWith(service, ['groups.write', 'directory.write']);
      const joined = await clerk.call('addGroupMembers', { path: { groupId }, body: { userId: more } });
      expect(joined.status).toBe(join);
      const left = await clerk.call('removeGroupMember', { path: { groupId, userId: other } });
      expect(left.status).toBe(leave);
      const gone = await clerk.call('deleteGroup', { path: { groupId } });
      expect(gone.status).toBe(leave);
      if (leave === 403) expect(gone.body.details.required).toEqual(['conditional_access.write']);
    },
  );
});

describe('removeGroupMember', () => {
  test('is refused if the group exempts the last owner that can sign in', async ({ service }) => {
    const { owner, policy, add, remove, membersOf } = await anOwnerAndGroup(service, 'exclude');
    await add(owner);
    await policy();
    expect((await remove(owner)).body.code).toBe('LOCKOUT_RISK');
    expect(await membersOf()).toBe(1);
    expect((await remove(owner, { acknowledgeLockout: true })).status).toBe(200);
  });

  test('waits for the change of another group, so that two changes do not lock both owners out', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const { owner, groupId, policy, add } = await anOwnerAndGroup(service, 'exclude');
    const second = await aUser(ours, { email: anEmail(), roles: ['OWNER'] });
    await sql(`update users set status = 'ACTIVE' where id = $1`, [second]);
    const secondGroup = await aGroup(ours);
    await add(owner);
    await ours.call('addGroupMembers', { path: { groupId: secondGroup }, body: { userId: second } });
    await policy({ conditions: { groups: { exclude: [groupId, secondGroup] } } });
    const removal = (path: { groupId: string; userId: string }) => ours.call('removeGroupMember', { path });
    const release = await holding(service, 'select from groups where id = $1 for update', [groupId]);
    const first = removal({ groupId, userId: owner });
    await waiting(service, 1);
    const other = removal({ groupId: secondGroup, userId: second });
    await waiting(service, 2);
    await release();
    expect([(await first).status, (await other).status]).toEqual([200, 409]);
  });
});

describe('deleteGroup', () => {
  test('is refused while the group exempts the last owner that can sign in', async ({ service }) => {
    const { owner, groupId, policy, add } = await anOwnerAndGroup(service, 'exclude');
    await add(owner);
    await policy();
    const path = { groupId };
    expect((await service.ours.call('deleteGroup', { path })).body.code).toBe('LOCKOUT_RISK');
    const query = { acknowledgeLockout: true };
    expect((await service.ours.call('deleteGroup', { path, query })).status).toBe(200);
  });
});

describe('updateScimGroup', () => {
  test('is done although a policy then blocks every owner; an event and an alert tell', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const { owner, groupId, policy, membersOf } = await anOwnerAndGroup(service, 'include');
    const policyId = await policy();
    const directory = await aDirectory(service);
    const adding = { op: 'add', path: 'members', value: [{ value: owner }] };
    expect((await patch(directory, `/Groups/${groupId}`, [adding])).status).toBe(200);
    expect(await membersOf()).toBe(1);
    const [event] = await sql<{ data: Record<string, unknown> }>(
      `select data from events where type = 'access.owners_blocked' and data ->> 'policyId' = $1`,
      [policyId],
    );
    expect(event?.data).toMatchObject({ groupId, ownerIds: [owner], changedBy: { type: 'SCIM' } });
    const { body } = await ours.call('listAlerts', { query: { severity: 'CRITICAL' } });
    const [alert] = body.data.filter(({ source }: { source: { id: string } }) => source.id === policyId);
    expect(alert.title).toBe('A policy blocks every owner');
    expect(JSON.stringify(alert)).not.toContain('Olive');
  });
});
