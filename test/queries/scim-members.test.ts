import { describe, expect } from 'vitest';
import { bindElementFilter } from '../../src/scim/protocol/bind.ts';
import { parseFilter } from '../../src/scim/protocol/filter.ts';
import { groupType } from '../../src/scim/protocol/schema.ts';
import { readScimGroups } from '../../src/scim/sql/read-scim-groups.ts';
import {
  addScimMembers,
  removeScimMembers,
  removeScimMembersWhere,
  replaceScimMembers,
} from '../../src/scim/sql/scim-members.ts';
import { explaining } from '../support/explain.ts';
import { aGroup, somePeople } from '../support/groups.ts';
import { test } from '../support/scim-database.ts';

const members = groupType.attributes.get('members');
if (!members) throw new Error('groups have members');
const memberFilter = (text: string) => bindElementFilter(members, parseFilter(text));
const now = new Date('2026-01-15T10:30:00Z');

describe('members of a group over SCIM', () => {
  test('are told when they are really added or removed', async ({ service, database }) => {
    const { orgId } = service.organizations.ours.live;
    const ids = await somePeople(service, 6);
    const group = await aGroup(service.ours);
    const other = await aGroup(service.ours);
    const em = database.orm.em.fork();
    const idsOf = (named: { userId: string }[]) => named.map(({ userId }) => userId);
    const there = async () => {
      const [row] = await readScimGroups(em, orgId, [group], { members: true });
      return idsOf(row?.members ?? []);
    };
    await addScimMembers(em, orgId, other, ids, now);

    const [a = '', b = '', c = '', d = '', e = '', f = ''] = ids;
    expect(await addScimMembers(em, orgId, group, [c, a, a], now)).toEqual([
      { userId: a, userName: 'Person 1' },
      { userId: c, userName: 'Person 3' },
    ]);
    expect(idsOf(await addScimMembers(em, orgId, group, [a, b, c, d, e], now))).toEqual([b, d, e]);
    expect(idsOf(await removeScimMembers(em, orgId, group, [f, b, 'usr_nobody', b]))).toEqual([b]);
    expect(await there()).toEqual([a, c, d, e]);
    expect(idsOf(await removeScimMembersWhere(em, orgId, group, memberFilter(`value eq "${c}"`)))).toEqual([
      c,
    ]);
    const { added, removed } = await replaceScimMembers(em, orgId, group, [f, e, f], now);
    expect([idsOf(added), idsOf(removed)]).toEqual([[f], [a, d]]);
    expect(await there()).toEqual([e, f]);
    expect(idsOf((await replaceScimMembers(em, orgId, group, [], now)).removed)).toEqual([e, f]);
    expect(await there()).toEqual([]);
    expect(await addScimMembers(em, orgId, group, [], now)).toEqual([]);
    expect(await removeScimMembers(em, orgId, group, [])).toEqual([]);

    // Nobody else's group was touched.
    const [untouched] = await readScimGroups(em, orgId, [other], { members: true });
    expect(idsOf(untouched?.members ?? [])).toEqual(ids);
    const sources = await service.sql(
      'select distinct source, added_at as at from group_members where group_id = $1',
      [other],
    );
    expect(sources).toEqual([{ source: 'SCIM', at: now }]);
  });

  test('change at the same cost per member before there are statistics of the people', async ({
    service,
    database,
  }) => {
    const { orgId } = service.organizations.ours.live;
    const ids = await somePeople(service, 1_000);
    const group = await aGroup(service.ours);
    const { em, explained } = explaining(database.orm.em.fork());
    await addScimMembers(database.orm.em.fork(), orgId, group, ids, now);
    await readScimGroups(em, orgId, [group], { members: true });
    await replaceScimMembers(em, orgId, group, ids, now);
    await removeScimMembers(em, orgId, group, ids.slice(500));
    const { removed } = await replaceScimMembers(em, orgId, group, [], now);
    expect(removed).toHaveLength(500);
    // A join that reads everybody for every member looks at 30,000 pages and more.
    expect(explained.map(({ buffers }) => buffers).filter((buffers) => buffers > 15_000)).toEqual([]);
  });
});
