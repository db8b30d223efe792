import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { test } from '../../support/service.ts';

const rounds = Array.from({ length: 10 }, (_, at) => at);

describe('deleteUser', () => {
  test('leaves no identity to a deleted user, in any order of the calls', async ({
    service: { ours, sql },
  }) => {
    for (const at of rounds) {
      const userId = await aUser(ours);
      const { body: kept } = await ours.call('createIdentity', {
        body: { name: `kept ${at}`, type: 'CI_CD' },
      });
      const [deleted, ...owned] = await Promise.all([
        ours.call('deleteUser', { path: { userId } }),
        ours.call('createIdentity', { body: { name: 'made', type: 'CI_CD', ownerUserId: userId } }),
        ours.call('updateIdentity', { path: { id: kept.id }, body: { ownerUserId: userId } }),
      ]);
      expect(deleted.status).toBe(200);
      for (const { status } of owned) expect([200, 201, 404]).toContain(status);
    }
    expect(
      await sql(
        `select i.id from identities i where owner_user_id is not null
            and not exists (select from users u where u.org_id = i.org_id and u.id = i.owner_user_id)`,
      ),
    ).toEqual([]);
  });
});

describe('deprovisionUser', () => {
  test('leaves no departed user in a group, in any order, and keeps the count right', async ({ service }) => {
    const { ours, sql } = service;
    const { body: group } = await ours.call('createGroup', { body: { name: 'of the hasty' } });
    for (const at of rounds) {
      const userId = await aUser(ours);
      const add = () => ours.call('addGroupMembers', { path: { groupId: group.id }, body: { userId } });
      if (at % 2) await add();
      const other = at % 2 ? ours.call('removeGroupMember', { path: { groupId: group.id, userId } }) : add();
      const ended = at % 3 ? 'deprovisionUser' : 'deleteUser';
      const [gone, changed] = await Promise.all([ours.call(ended, { path: { userId } }), other]);
      expect(gone.status).toBe(200);
      expect([200, 201, 404]).toContain(changed.status);
    }
    expect(await sql('select user_id from group_members where group_id = $1', [group.id])).toEqual([]);
    expect((await ours.call('getGroup', { path: { groupId: group.id } })).body.memberCount).toBe(0);
  });

  test('takes effect once when ten calls run at the same time', async ({ service: { ours, sql } }) => {
    const userId = await aUser(ours);
    const answers = await Promise.all(rounds.map(() => ours.call('deprovisionUser', { path: { userId } })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ headers }) => headers.get('etag')))).toEqual(new Set(['"2"']));
    const told = "select 1 from events where type = 'user.deprovisioned' and data ->> 'userId' = $1";
    expect(await sql(told, [userId])).toHaveLength(1);
  });
});
