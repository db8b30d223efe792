import { describe, expect } from 'vitest';
import { createClient } from '../../support/client.ts';
import { aGroup, eventsOfGroup, somePeople } from '../../support/groups.ts';
import { type TestService, test } from '../../support/service.ts';

/** Returns the count in the column, and the count of the rows. */
async function counts({ sql }: TestService, groupId: string): Promise<number[]> {
  const [row] = await sql<{ kept: number; there: number }>(
    `select member_count as kept, (select count(*)::int from group_members where group_id = id) as there
       from groups where id = $1`,
    [groupId],
  );
  return [row?.kept ?? -1, row?.there ?? -1];
}

describe('addGroupMembers', () => {
  test('counts members exactly when 20 calls on two nodes add overlapping users in any order', async ({
    service,
    onTestFinished,
  }) => {
    const node = await service.startNode();
    onTestFinished(() => node.stop());
    const clients = [service.ours, createClient(node.origin, service.ours.key)];
    const groups = [await aGroup(service.ours), await aGroup(service.ours)];
    const people = await somePeople(service, 30);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const some = Array.from({ length: 12 }, (__, step) => people[(at * 3 + step) % 30] ?? '');
        return (clients[at % 2] ?? service.ours).call('addGroupMembers', {
          path: { groupId: groups[at % 4 < 2 ? 0 : 1] ?? '' },
          body: { userIds: at % 3 === 0 ? some.toReversed() : some },
        });
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    for (const groupId of groups) {
      expect(await counts(service, groupId)).toEqual([30, 30]);
      const added = (await eventsOfGroup(service, groupId)).filter(
        ({ type }) => type === 'group.member_added',
      );
      expect(added.map(({ data }) => String(data['userId'])).toSorted()).toEqual(people);
    }
  });

  test('counts members exactly while other calls remove the same users', async ({ service }) => {
    const groupId = await aGroup(service.ours);
    const people = await somePeople(service, 10);
    await service.ours.call('addGroupMembers', { path: { groupId }, body: { userIds: people } });
    const answers = await Promise.all([
      ...people.map((userId) => service.ours.call('removeGroupMember', { path: { groupId, userId } })),
      ...people.map((userId) => service.ours.call('removeGroupMember', { path: { groupId, userId } })),
      ...Array.from({ length: 5 }, () =>
        service.ours.call('addGroupMembers', { path: { groupId }, body: { userIds: people.slice(0, 5) } }),
      ),
    ]);
    expect(answers.filter(({ status }) => ![200, 201, 404].includes(status))).toEqual([]);
    const [kept, there] = await counts(service, groupId);
    expect(kept).toBe(there);
    const events = await eventsOfGroup(service, groupId);
    const of = (type: string) => events.filter((event) => event.type === type).length;
    expect(of('group.member_added') - of('group.member_removed')).toBe(there);
  });

  test('adds no member to a group that is deleted at the same moment', async ({ service }) => {
    const groupId = await aGroup(service.ours);
    const userIds = await somePeople(service, 5);
    const answers = await Promise.all([
      ...userIds.map((userId) =>
        service.ours.call('addGroupMembers', { path: { groupId }, body: { userId } }),
      ),
      service.ours.call('deleteGroup', { path: { groupId } }),
    ]);
    expect(answers.at(-1)?.status).toBe(200);
    expect(answers.filter(({ status }) => ![200, 201, 404].includes(status))).toEqual([]);
    expect(await service.sql('select from group_members where group_id = $1', [groupId])).toEqual([]);
  });

  test('neither miscounts nor deadlocks while users leave and groups are deleted', async ({ service }) => {
    const { ours } = service;
    const people = await somePeople(service, 8);
    const groups: string[] = [];
    for (const _ of people) groups.push(await aGroup(ours));
    const add = (groupId: string, userIds: string[]) =>
      ours.call('addGroupMembers', { path: { groupId }, body: { userIds } });
    for (const groupId of groups) await add(groupId, people.slice(0, 6));
    const answers = await Promise.all([
      ...people.slice(0, 2).map((userId) => ours.call('deprovisionUser', { path: { userId } })),
      ...groups.map((groupId) => add(groupId, people.slice(1, 8).toReversed())),
      ...people.slice(2, 4).map((userId) => ours.call('deleteUser', { path: { userId } })),
      ...groups.slice(0, 3).map((groupId) => ours.call('deleteGroup', { path: { groupId } })),
      ...groups.map((groupId) =>
        ours.call('removeGroupMember', { path: { groupId, userId: people[0] ?? '' } }),
      ),
    ]);
    expect(answers.filter(({ status }) => ![200, 201, 404].includes(status))).toEqual([]);
    for (const groupId of groups.slice(3)) {
      const [kept, there] = await counts(service, groupId);
      expect(kept).toBe(there);
    }
    const leavers = 'select from group_members where user_id = any ($1)';
    expect(await service.sql(leavers, [people.slice(0, 4)])).toEqual([]);
  });

  test('rejects a user who is deprovisioned while the call waits for the row', async ({
    service,
    onTestFinished,
  }) => {
    const { ours, sql } = service;
    const groupId = await aGroup(ours);
    const [userId = ''] = await somePeople(service, 1);
    const held = sql(`do $$ begin
      update users set status = 'DEPROVISIONED' where id = '${userId}';
      loop
        perform pg_stat_clear_snapshot();
        exit when 1 <= (select count(*) from pg_stat_activity
                         where datname = current_database() and wait_event_type = 'Lock');
        if clock_timestamp() > now() + interval '10 s' then raise exception 'nobody waits'; end if;
      end loop;
    end $$`);
    onTestFinished(() => held.then(() => undefined));
    while ((await sql('select from users where id = $1 for update skip locked', [userId])).length > 0);
    const { status, body } = await ours.call('addGroupMembers', { path: { groupId }, body: { userId } });
    expect([status, body.code]).toEqual([404, 'USER_NOT_FOUND']);
    expect(await counts(service, groupId)).toEqual([0, 0]);
  });
});
