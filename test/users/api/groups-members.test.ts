import { describe, expect } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { aCallerWith } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { aGroup, eventsOfGroup, somePeople } from '../../support/groups.ts';
import { type TestService, test } from '../../support/service.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const actor = { type: 'API_KEY', id: expect.stringMatching(/^cred_/), name: expect.any(String) };

const add = (client: Client, groupId: string, ...userIds: string[]) =>
  client.call('addGroupMembers', { path: { groupId }, body: { userIds } });
const remove = (client: Client, groupId: string, userId: string) =>
  client.call('removeGroupMember', { path: { groupId, userId } });
const countOf = async (client: Client, groupId: string): Promise<number> =>
  (await client.call('getGroup', { path: { groupId } })).body.memberCount;
const membersOf = async (client: Client, groupId: string, query = {}): Promise<string[]> => {
  const { body } = await client.call('listGroupMembers', { path: { groupId }, query });
  return body.data.map(({ userId }: { userId: string }) => userId);
};

/** A group of ours with as many members. */
async function aTeam(service: TestService, count: number) {
  const groupId = await aGroup(service.ours);
  const userIds = await somePeople(service, count);
  if (count > 0) await add(service.ours, groupId, ...userIds);
  return { groupId, userIds };
}

describe('addGroupMembers', () => {
  test('adds one user, updates the count, and emits an event', async ({ service }) => {
    const { ours } = service;
    const groupId = await aGroup(ours, { name: 'the team' });
    const [userId = ''] = await somePeople(service, 1);
    const { status, body } = await ours.call('addGroupMembers', { path: { groupId }, body: { userId } });
    expect([status, body]).toEqual([
      201,
      {
        data: [
          {
            userId,
            email: `${userId}@example.com`,
            displayName: 'Person 1',
            status: 'ACTIVE',
            addedAt: time,
            source: 'LOCAL',
          },
        ],
      },
    ]);
    const { body: group, headers } = await ours.call('getGroup', { path: { groupId } });
    expect([group.memberCount, group.updatedAt, headers.get('etag')]).toEqual([
      1,
      body.data[0].addedAt,
      '"2"',
    ]);
    expect((await eventsOfGroup(service, groupId)).slice(1)).toEqual([
      {
        type: 'group.member_added',
        data: {
          groupId,
          groupName: 'the team',
          userId,
          userName: 'Person 1',
          addedBy: actor,
          environment: 'live',
        },
      },
    ]);
  });

  test('adds a hundred users at once, returns them in request order, and emits an event for each', async ({
    service,
  }) => {
    const { ours } = service;
    const groupId = await aGroup(ours);
    const userIds = (await somePeople(service, 100)).toReversed();
    const { body } = await add(ours, groupId, ...userIds);
    expect(body.data.map(({ userId }: { userId: string }) => userId)).toEqual(userIds);
    expect(await countOf(ours, groupId)).toBe(100);
    const added = (await eventsOfGroup(service, groupId)).filter(({ type }) => type === 'group.member_added');
    expect(added.map(({ data }) => data['userId'])).toEqual(userIds.toSorted());
  });

  test('leaves an existing member unchanged, and emits no event for that member', async ({ service }) => {
    const { ours, sql } = service;
    const { groupId, userIds } = await aTeam(service, 1);
    await sql("update group_members set added_at = '2026-01-01', source = 'IMPORT' where group_id = $1", [
      groupId,
    ]);
    const more = await somePeople(service, 1);
    const { status, body } = await add(ours, groupId, ...userIds, ...more);
    expect([status, body.data]).toMatchObject([
      201,
      [
        { userId: userIds[0], addedAt: '2026-01-01T00:00:00.000Z', source: 'IMPORT' },
        { userId: more[0], addedAt: time, source: 'LOCAL' },
      ],
    ]);
    const before = await ours.call('getGroup', { path: { groupId } });
    expect((await add(ours, groupId, ...userIds)).status).toBe(201);
    const after = await ours.call('getGroup', { path: { groupId } });
    expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
    expect(after.body.memberCount).toBe(2);
    expect(await eventsOfGroup(service, groupId)).toHaveLength(3);
  });

  test('adds no user if one is unknown, foreign or deprovisioned, and names the invalid ones', async ({
    service,
  }) => {
    const { ours, organizations } = service;
    const { groupId } = await aTeam(service, 0);
    const [good = ''] = await somePeople(service, 1);
    const [suspended = ''] = await somePeople(service, 1, { status: 'SUSPENDED' });
    const [left = ''] = await somePeople(service, 1, { status: 'DEPROVISIONED' });
    const [foreign = ''] = await somePeople(service, 1, { orgId: organizations.theirs.live.orgId });
    const [ofTest = ''] = await somePeople(service, 1, { orgId: organizations.ours.test.orgId });
    const bad = ['x', left, foreign, ofTest, newId('usr'), groupId, `usr_${'0'.repeat(26)}`];
    const { status, body } = await add(ours, groupId, good, ...bad);
    expect([status, body.code]).toEqual([404, 'USER_NOT_FOUND']);
    expect(body.details.userIds).toEqual(bad);
    const one = await ours.call('addGroupMembers', { path: { groupId }, body: { userId: left } });
    expect([one.status, one.body.details]).toEqual([404, { userIds: [left] }]);
    expect([await countOf(ours, groupId), await membersOf(ours, groupId)]).toEqual([0, []]);
    expect(await eventsOfGroup(service, groupId)).toHaveLength(1);
    expect((await add(ours, groupId, good, suspended)).status).toBe(201);
  });

  test('accepts either one userId or one to a hundred different userIds', async ({ service }) => {
    const { ours } = service;
    const groupId = await aGroup(ours);
    const [userId = ''] = await somePeople(service, 1);
    const many = Array.from({ length: 101 }, () => newId('usr'));
    for (const [field, body] of [
      ['userId', {}],
      ['userIds', { userId, userIds: [userId] }],
      ['userIds', { userIds: [] }],
      ['userIds', { userIds: many }],
      ['userIds', { userIds: [userId, userId] }],
      ['userIds', { userIds: userId }],
      ['userId', { userId: '' }],
      ['more', { userId, more: 1 }],
    ] as const) {
      const answer = await ours.call('addGroupMembers', { path: { groupId }, body });
      expect([answer.status, Object.keys(answer.body.details)]).toEqual([400, [field]]);
    }
    expect(await countOf(ours, groupId)).toBe(0);
  });

  test('answers 404 for an unknown group and for a group of another tenant', async ({ service }) => {
    const { ours, theirs } = service;
    const userIds = await somePeople(service, 1);
    for (const groupId of ['x', newId('grp'), await aGroup(theirs)]) {
      const { status, body } = await add(ours, groupId, ...userIds);
      expect([status, body.code, body.details]).toEqual([404, 'GROUP_NOT_FOUND', {}]);
    }
  });

  test('rejects a group with a management scope that the caller lacks', async ({ service }) => {
    const { caller } = await aCallerWith(service, ['groups.write', 'audit.read']);
    const userIds = await somePeople(service, 1);
    const owners = await aGroup(service.ours, { scopes: ['*'] });
    const { status, body } = await add(caller, owners, ...userIds);
    expect([status, body.code, body.details.scopes]).toEqual([403, 'SCOPE_NOT_GRANTABLE', ['*']]);
    expect(await countOf(service.ours, owners)).toBe(0);
    const auditors = await aGroup(service.ours, { scopes: ['audit.read', 'own.scope'] });
    expect((await add(caller, auditors, ...userIds)).status).toBe(201);
  });

  test('refuses a group that another directory manages', async ({ service }) => {
    const { ours, sql } = service;
    const { groupId, userIds } = await aTeam(service, 1);
    await sql("update groups set source = 'SCIM' where id = $1", [groupId]);
    const { status, body } = await add(ours, groupId, ...(await somePeople(service, 1)));
    expect([status, body.code]).toEqual([409, 'MANAGED_BY_SCIM']);
    expect((await remove(ours, groupId, userIds[0] ?? '')).body.code).toBe('MANAGED_BY_SCIM');
    expect((await add(ours, groupId, newId('usr'))).status).toBe(404);
    expect((await remove(ours, groupId, newId('usr'))).status).toBe(404);
    expect(await membersOf(ours, groupId)).toEqual(userIds);
  });

  test('replays the answer to a repeated Idempotency-Key', async ({ service }) => {
    const { groupId, userIds } = await aTeam(service, 1);
    const call = () =>
      service.ours.call('addGroupMembers', {
        path: { groupId },
        body: { userIds },
        headers: { 'idempotency-key': 'add-once' },
      });
    const [first, second] = [await call(), await call()];
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(second.body).toEqual(first.body);
  });

  test('records the group and the added users in the audit log', async ({ service }) => {
    const { sql } = service;
    const { groupId, userIds } = await aTeam(service, 2);
    const rows = await sql<{ content: string }>(
      `select p.content from audit_logs a
         join audit_personal p on p.org_id = a.org_id and p.audit_id = a.id and p.created_at = a.created_at
        where a.target_id = $1 and a.action = 'group.add_members'`,
      [groupId],
    );
    expect(rows.map(({ content }) => JSON.parse(content).changes)).toEqual([
      [{ field: 'members', from: [], to: userIds }],
    ]);
  });
});

describe('listGroupMembers', () => {
  test('pages through the members, the newest first', async ({ service }) => {
    const { ours, sql } = service;
    const { groupId, userIds } = await aTeam(service, 5);
    await sql(
      `update group_members set added_at = '2026-01-01'::timestamptz + array_position($2, user_id) * interval '1 s'
        where group_id = $1`,
      [groupId, userIds],
    );
    const [a, b, c, d, e] = userIds;
    const page = async (query: object) => {
      const { body } = await ours.call('listGroupMembers', { path: { groupId }, query: { ...query } });
      return [body.data.map(({ userId }: { userId: string }) => userId), body.pagination];
    };
    const total = { limit: 2, total: 5, totalPages: 3 };
    expect(await page({ limit: 2 })).toEqual([
      [e, d],
      { page: 1, ...total, hasMore: true, nextCursor: expect.any(String) },
    ]);
    expect(await page({ limit: 2, page: 2 })).toEqual([
      [c, b],
      { page: 2, ...total, hasMore: true, nextCursor: expect.any(String) },
    ]);
    expect(await page({ limit: 2, page: 3 })).toEqual([[a], { page: 3, ...total, hasMore: false }]);
    expect(await page({ limit: 2, page: 4 })).toEqual([[], { page: 4, ...total, hasMore: false }]);
  });

  test('returns items as the addition did, and only members of this group', async ({ service }) => {
    const { ours } = service;
    const { userIds } = await aTeam(service, 1);
    const groupId = await aGroup(ours);
    const { body: added } = await add(ours, groupId, ...userIds);
    await aTeam(service, 1);
    const { body } = await ours.call('listGroupMembers', { path: { groupId } });
    expect(body.data).toEqual(added.data);
  });
});

describe('removeGroupMember', () => {
  test('removes one member, and emits an event', async ({ service }) => {
    const { ours } = service;
    const { groupId, userIds } = await aTeam(service, 3);
    const [gone = '', ...rest] = userIds;
    const { status, body } = await remove(ours, groupId, gone);
    expect([status, body]).toEqual([200, { message: 'Member removed', id: gone }]);
    expect([await countOf(ours, groupId), (await membersOf(ours, groupId)).toSorted()]).toEqual([2, rest]);
    const events = await eventsOfGroup(service, groupId);
    expect(events.filter(({ type }) => type === 'group.member_removed')).toMatchObject([
      { data: { groupId, userId: gone, userName: 'Person 1', removedBy: actor, environment: 'live' } },
    ]);
  });

  test('rejects a removal from a group with a management scope that the caller lacks', async ({
    service,
  }) => {
    const { caller } = await aCallerWith(service, ['groups.write', 'audit.read']);
    const { ours } = service;
    const [userId = ''] = await somePeople(service, 1);
    const groupId = await aGroup(ours, { scopes: ['*'] });
    await add(ours, groupId, userId);
    const { status, body } = await remove(caller, groupId, userId);
    expect([status, body.code, body.details.scopes]).toEqual([403, 'SCOPE_NOT_GRANTABLE', ['*']]);
    expect(await countOf(ours, groupId)).toBe(1);
    const auditors = await aGroup(ours, { scopes: ['audit.read', 'own.scope'] });
    await add(ours, auditors, userId);
    expect((await remove(caller, auditors, userId)).status).toBe(200);
  });

  test('answers 404 if the user is not a member of this group or tenant, and changes nothing', async ({
    service,
  }) => {
    const { ours, theirs } = service;
    const { groupId, userIds } = await aTeam(service, 1);
    const other = await aTeam(service, 1);
    const [member = ''] = userIds;
    for (const userId of ['x', newId('usr'), other.userIds[0] ?? '']) {
      const { status, body } = await remove(ours, groupId, userId);
      expect([status, body.code, body.details]).toEqual([404, 'MEMBER_NOT_FOUND', {}]);
    }
    expect((await remove(ours, newId('grp'), member)).body.code).toBe('GROUP_NOT_FOUND');
    expect((await remove(theirs, groupId, member)).body.code).toBe('GROUP_NOT_FOUND');
    expect([await countOf(ours, groupId), await countOf(ours, other.groupId)]).toEqual([1, 1]);
    expect((await remove(ours, groupId, member)).status).toBe(200);
    expect((await remove(ours, groupId, member)).status).toBe(404);
    expect(await countOf(ours, groupId)).toBe(0);
  });
});
