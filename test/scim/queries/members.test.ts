import { describe, expect } from 'vitest';
import { bindElementFilter } from '../../../src/scim/protocol/bind.ts';
import { parseFilter } from '../../../src/scim/protocol/filter.ts';
import { groupType } from '../../../src/scim/protocol/schema.ts';
import { readScimGroups } from '../../../src/scim/sql/scim-resources.ts';
import {
  addScimMembers,
  removeScimMembers,
  removeScimMembersWhere,
  replaceScimMembers,
} from '../../../src/scim/sql/scim-members.ts';
import type { Group } from '../../../src/users/groups/entities/group.ts';
import { explaining } from '../../support/explain.ts';
import { aGroup, somePeople } from '../../support/groups.ts';
import { asKept, asLocked } from '../../support/locks.ts';
import { test } from '../../support/scim-database.ts';

const members = groupType.attributes.get('members');
if (!members) throw new Error('groups have members');
const memberFilter = (text: string) => bindElementFilter(members, parseFilter(text));
const now = new Date('2026-01-15T10:30:00Z');

describe('members of a group over SCIM', () => {
  test('are told when they are really added or removed', async ({ service, database }) => {
    const { orgId } = service.organizations.ours.live;
    const ids = await somePeople(service, 6);
    const groupId = await aGroup(service.ours);
    const otherId = await aGroup(service.ours);
    const group = asLocked<Group>({ orgId, id: groupId });
    const tx = database.orm.em.fork();
    const idsOf = (named: { userId: string }[]) => named.map(({ userId }) => userId);
    const there = async () => {
      const [row] = await readScimGroups(tx, orgId, [groupId], { members: true });
      return idsOf(row?.members ?? []);
    };
    await addScimMembers(tx, asLocked<Group>({ orgId, id: otherId }), asKept(ids), now);

    const [a = '', b = '', c = '', d = '', e = '', f = ''] = ids;
    expect(await addScimMembers(tx, group, asKept([c, a, a]), now)).toEqual([
      { userId: a, userName: 'Person 1' },
      { userId: c, userName: 'Person 3' },
    ]);
    expect(idsOf(await addScimMembers(tx, group, asKept([a, b, c, d, e]), now))).toEqual([b, d, e]);
    expect(idsOf(await removeScimMembers(tx, group, [f, b, 'usr_nobody', b]))).toEqual([b]);
    expect(await there()).toEqual([a, c, d, e]);
    expect(idsOf(await removeScimMembersWhere(tx, group, memberFilter(`value eq "${c}"`)))).toEqual([c]);
    const { added, removed } = await replaceScimMembers(tx, group, asKept([f, e, f]), now);
    expect([idsOf(added), idsOf(removed)]).toEqual([[f], [a, d]]);
    expect(await there()).toEqual([e, f]);
    expect(idsOf((await replaceScimMembers(tx, group, [], now)).removed)).toEqual([e, f]);
    expect(await there()).toEqual([]);
    expect(await addScimMembers(tx, group, [], now)).toEqual([]);
    expect(await removeScimMembers(tx, group, [])).toEqual([]);

    // The other group did not change.
    const [untouched] = await readScimGroups(tx, orgId, [otherId], { members: true });
    expect(idsOf(untouched?.members ?? [])).toEqual(ids);
    const sources = await service.sql(
      'select distinct source, added_at as at from group_members where group_id = $1',
      [otherId],
    );
    expect(sources).toEqual([{ source: 'SCIM', at: now }]);
  });

  test('change at the same cost per member before there are statistics of the people', async ({
    service,
    database,
  }) => {
    const { orgId } = service.organizations.ours.live;
    const ids = await somePeople(service, 1_000);
    const groupId = await aGroup(service.ours);
    const group = asLocked<Group>({ orgId, id: groupId });
    const { tx, explained } = explaining(database.orm.em.fork());
    await addScimMembers(database.orm.em.fork(), group, asKept(ids), now);
    await readScimGroups(tx, orgId, [groupId], { members: true });
    await replaceScimMembers(tx, group, asKept(ids), now);
    await removeScimMembers(tx, group, ids.slice(500));
    const { removed } = await replaceScimMembers(tx, group, [], now);
    expect(removed).toHaveLength(500);
    // A join that reads everybody for every member looks at 30,000 pages and more.
    expect(explained.map(({ buffers }) => buffers).filter((buffers) => buffers > 15_000)).toEqual([]);
  });
});
