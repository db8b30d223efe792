import { describe, expect } from 'vitest';
import { lockUsers } from '../../../src/users/directory/sql/users.ts';
import type { Group } from '../../../src/users/groups/entities/group.ts';
import { addMembers, listMembers } from '../../../src/users/groups/sql/members.ts';
import { explaining } from '../../support/explain.ts';
import { aGroup, somePeople } from '../../support/groups.ts';
import { asKept, asLocked } from '../../support/locks.ts';
import { test } from '../../support/scim-database.ts';

describe('a group of 20,000', () => {
  test('takes a member, and lists its members, by index only', async ({ service, database }) => {
    const { ours, sql, organizations } = service;
    const { orgId } = organizations.ours.live;
    const groupId = await aGroup(ours);
    const people: string[] = [];
    while (people.length < 20_000) {
      people.push(...(await somePeople(service, 2_000)));
      // Or the checks of foreign keys go on by a plan for a few people, and read all of them.
      await sql('analyze users');
    }
    await sql(
      `insert into group_members (org_id, group_id, user_id, added_at)
       select $1, $2, id, '2026-01-01'::timestamptz + place * interval '1 ms'
         from unnest($3::text[]) with ordinality as one (id, place)`,
      [orgId, groupId, people],
    );
    await sql('analyze users, groups, group_members');
    const [userId = ''] = await somePeople(service, 1);

    const { tx, explained } = explaining(database.orm.em.fork());
    await lockUsers(tx, orgId, [userId]);
    const group = asLocked<Group>({ orgId, id: groupId });
    await addMembers(tx, group, asKept([userId]), new Date('2026-02-01T00:00:00Z'));
    const page = await listMembers(tx, orgId, { id: groupId, memberCount: 20_001 }, '-addedAt', {
      limit: 20,
      offset: 0,
    });
    expect(page.rows[0]?.userId).toBe(userId);
    expect(explained.flatMap(({ scanned }) => scanned)).toEqual([]);
    expect(
      explained.filter(({ buffers }) => buffers > 200).map(({ text, buffers }) => [text, buffers]),
    ).toEqual([]);
    expect(explained).toHaveLength(3);
  }, 60_000);
});
