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

describe('a policy that is enabled while an owner joins its group', () => {
  test('is seen by the change of the group, or sees it', async ({ service }) => {
    const { ours } = service;
    const { owner, groupId, policy, add } = await anOwnerAndGroup(service, 'include', false);
    const id = await policy();
    const release = await holding(service, 'select from groups where id = $1 for update', [groupId]);
    const joining = add(owner);
    await waiting(service, 1);
    const enabling = ours.call('updateAccessPolicy', { path: { id }, body: { status: 'ENABLED' } });
    await waiting(service, 2);
    await release();
    expect([(await joining).status, (await enabling).status]).toEqual([201, 409]);
  });

  test('never locks the owner out, however eight of each meet', async ({ service }) => {
    const { ours, sql } = service;
    const { owner } = await anOwnerAndGroup(service, 'include', false);
    const eight = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const groupId = await aGroup(ours);
        const conditions = { groups: { include: [groupId] } };
        return { groupId, id: await anAccessPolicy(ours, { status: 'REPORT_ONLY', conditions }) };
      }),
    );
    const answers = await Promise.all(
      eight.flatMap(({ groupId, id }) => [
        ours.call('addGroupMembers', { path: { groupId }, body: { userId: owner } }),
        ours.call('updateAccessPolicy', { path: { id }, body: { status: 'ENABLED' } }),
      ]),
    );
    const codes = answers.map(({ status, body }) => body.code ?? status);
    expect(codes.filter((code) => code !== 201 && code !== 200 && code !== 'LOCKOUT_RISK')).toEqual([]);
    const blocking = await sql(
      `select p.id from access_policies p
         join group_members m on m.org_id = p.org_id and p.conditions -> 'groups' -> 'include' @> to_jsonb(array[m.group_id])
        where p.org_id = $1 and p.status = 'ENABLED' and m.user_id = $2`,
      [ours.orgId, owner],
    );
    expect(blocking).toEqual([]);
  });
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

  test('does not lock both owners out together with a change of another group: one is refused', async ({
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
    // Both have judged the owners before, and both are at their group.
    const release = await holding(service, 'select from groups where id = any ($1) for update', [
      [groupId, secondGroup],
    ]);
    const both = [removal({ groupId, userId: owner }), removal({ groupId: secondGroup, userId: second })];
    await waiting(service, 2);
    await release();
    const answers = await Promise.all(both);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
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
