import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { Database } from '../../../src/database/open.ts';
import { bindFilter, resolveSort } from '../../../src/scim/protocol/bind.ts';
import { parseFilter } from '../../../src/scim/protocol/filter.ts';
import { groupType, userType } from '../../../src/scim/protocol/schema.ts';
import { listScimGroups, listScimUsers } from '../../../src/scim/scim-lists.ts';
import { readScimGroups } from '../../../src/scim/sql/scim-resources.ts';
import { addScimMembers, removeScimMembers } from '../../../src/scim/sql/scim-members.ts';
import type { ScimWindow } from '../../../src/scim/sql/scim-page.ts';
import type { Group } from '../../../src/users/groups/entities/group.ts';
import { type Explained, explaining } from '../../support/explain.ts';
import { asKept, asLocked } from '../../support/locks.ts';
import { manyPeople, personId, withoutIndexes } from '../../support/many-people.ts';
import { test as base } from '../../support/scim-database.ts';
import type { TestService } from '../../support/service.ts';
import { rounds } from '../../support/thorough.ts';

/** Enough for Postgres to plan as it does for a million. */
const everybody = rounds(100_000, 20_000, 20_000);
const largeGroup = 'grp_00000000000000000000000001';
const smallGroup = 'grp_00000000000000000000000002';
/** No more pages than the longest path down an index, the row and its values, a few times. */
const fewPages = 120;

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

async function fill(service: TestService): Promise<void> {
  const { sql, organizations } = service;
  const { orgId } = organizations.ours.live;
  // Everything but one person is in the large group.
  await withoutIndexes(service, 'user_values', () =>
    withoutIndexes(service, 'users', () => manyPeople(service, orgId, everybody)),
  );
  // A text with case.
  await sql(
    `insert into user_values (org_id, user_id, attribute, place, data)
     select org_id, id, 'photos', 0, jsonb_build_object('value', 'https://example.com/' || md5(id)) from users where org_id = $1`,
    [orgId],
  );
  await sql(
    `insert into groups (org_id, id, name, external_id, member_count)
     select $1, 'grp_' || lpad(n::text, 26, '0'), 'Group ' || n, md5('g' || n), 0 from generate_series(1, 5000) as n`,
    [orgId],
  );
  // Foreign keys hold by what is inserted; looking each of them up takes longer than all the rest.
  await sql('alter table group_members disable trigger all');
  await sql(
    `insert into group_members (org_id, group_id, user_id)
     select org_id, $2, id from users where org_id = $1 and id > $3`,
    [orgId, largeGroup, personId(1)],
  );
  await sql('alter table group_members enable trigger all');
  await sql('vacuum (analyze) users, user_values, groups, group_members');
}

const test = base.extend<{ filled: Database }>({
  filled: [
    async ({ service, database }, use) => {
      await fill(service);
      await use(database);
    },
    { scope: 'file' },
  ],
});

interface Asked {
  filter?: string;
  sortBy?: string;
  descending?: boolean;
  page?: ScimWindow;
}

const listingOf = (
  type: typeof userType,
  { filter, sortBy, descending = false, page = { startIndex: 1, count: 20 } }: Asked,
) => ({
  type,
  filter: filter === undefined ? undefined : bindFilter(type, parseFilter(filter)),
  sort: sortBy === undefined ? undefined : { target: resolveSort(type, sortBy), descending },
  page,
});

const people = async ({ orm }: Database, { organizations }: TestService, asked: Asked) => {
  const { tx, explained } = explaining(orm.em.fork());
  const { orgId } = organizations.ours.live;
  const listed = await listScimUsers(tx, orgId, { ...listingOf(userType, asked), groups: false });
  return { listed, explained };
};

const tables = ['users', 'user_values', 'group_members'];

function expectNoScan(explained: readonly Explained[]): void {
  expect(explained.length).toBeGreaterThan(0);
  expect(explained.flatMap(({ scanned }) => scanned.filter((table) => tables.includes(table)))).toEqual([]);
}

const timeout = 120_000;

describe(`listScimUsers among ${everybody} people`, { timeout }, () => {
  const person = everybody * 0.75 + 7;
  const email = `${md5(`e${person}`)}@example.com`;

  test.for([
    [`userName eq "${md5(`u${person}`).toUpperCase()}"`, 'users_scim_username'],
    [`externalId eq "${md5(`x${person}`)}"`, 'users_scim_external_id'],
    [`id eq "${personId(person)}"`, 'users_scim_present'],
    [`emails.value eq "${email.toUpperCase()}"`, 'user_values_value'],
    [`emails eq "${email}"`, 'user_values_value'],
    [`photos.value eq "https://example.com/${md5(personId(person))}"`, 'user_values_value'],
    [`emails[value sw "${email.slice(0, 20)}"]`, 'user_values_value'],
    [`emails[primary eq true and value eq "${email}"]`, 'user_values_value'],
    [`userName eq "nobody" or emails.value eq "${email}"`, 'user_values_value'],
    [`userName sw "${md5(`u${person}`).slice(0, 12)}"`, 'users_scim_username'],
    [`displayName co "${md5(`d${person}`).slice(3, 20)}"`, 'users_search'],
    [`displayName ew "${md5(`d${person}`).slice(12)}"`, 'users_search'],
    [`name.familyName eq "${md5(`l${person}`)}"`, 'users_scim_last_name'],
    [`name.givenName eq "${md5(`f${person}`)}"`, 'users_scim_first_name'],
    [`userName eq "${md5(`u${person}`)}" and active eq true`, 'users_scim_username'],
  ] as const)('finds one by %s through %s', async ([filter, index], { service, filled: database }) => {
    const { listed, explained } = await people(database, service, { filter });
    expect([listed.total, listed.rows.map(({ id }) => id)]).toEqual([1, [personId(person)]]);
    expectNoScan(explained);
    // Where the database itself orders by code point, the index that keeps usernames unique does as well.
    const used = explained[0]?.indexes.map((name) => name.replace(/^users_username$/, 'users_scim_username'));
    expect(used).toContain(index);
    for (const { buffers } of explained) expect(buffers).toBeLessThan(fewPages);
  });

  test('finds what changed lately through users_scim_changed', async ({ service, filled: database }) => {
    const since = new Date(Date.now() - 30 * 60_000).toISOString();
    const { listed, explained } = await people(database, service, {
      filter: `meta.lastModified gt "${since}"`,
    });
    expect(listed.total).toBeGreaterThan(25);
    expectNoScan(explained);
    expect(explained[0]?.indexes).toEqual(['users_scim_changed']);
    for (const { buffers } of explained) expect(buffers).toBeLessThan(300);
  });

  test.for([
    ['userName', false, 'users_scim_username'],
    ['userName', true, 'users_scim_username'],
    ['name.familyName', false, 'users_scim_last_name'],
    ['displayName', true, 'users_scim_display_name'],
    ['externalId', false, 'users_scim_external_id'],
    ['meta.lastModified', true, 'users_scim_changed'],
    ['meta.created', false, 'users_newest'],
  ] as const)(
    'sorts a page by %s (descending: %s) along %s',
    async ([sortBy, descending, index], { service, filled: database }) => {
      const { listed, explained } = await people(database, service, { sortBy, descending });
      expect([listed.total, listed.rows.length]).toEqual([everybody, 20]);
      expectNoScan(explained);
      expect(explained[0]?.indexes).toEqual([index]);
      expect(explained[0]?.types).not.toContain('Sort');
      expect(explained[0]?.buffers).toBeLessThan(fewPages);
    },
  );

  test.for(['userName', 'displayName'])(
    'reads a page behind a cursor in the middle by %s as cheaply as the first',
    async (sortBy, { service, filled: database }) => {
      const middle = await listScimUsers(
        database.orm.em.fork(),
        service.organizations.ours.live.orgId,
        // Behind half of all: what follows must not depend on what stands before it.
        { ...listingOf(userType, { sortBy, page: { cursor: '', count: everybody / 2 } }), groups: false },
      );
      const { listed, explained } = await people(database, service, {
        sortBy,
        page: { cursor: middle.nextCursor ?? '', count: 20 },
      });
      expect([listed.rows.length, listed.total]).toEqual([20, everybody]);
      expectNoScan(explained);
      for (const { buffers } of explained) expect(buffers).toBeLessThan(200);
    },
  );

  test('reads a page by ids, and counts, without the table', async ({ service, filled: database }) => {
    const { explained } = await people(database, service, {});
    expectNoScan(explained);
    expect(explained[0]?.indexes).toEqual(['users_scim_present']);
    expect(explained[0]?.buffers).toBeLessThan(fewPages);
    expect(explained[1]?.types).toContain('Index Only Scan');
  });
});

describe(`a group of ${everybody} members`, { timeout }, () => {
  test.for([
    [`displayName eq "GROUP 1"`, 'groups_scim_name', largeGroup],
    [`externalId eq "${md5('g1')}"`, 'groups_scim_external_id', largeGroup],
    [`members.value eq "${personId(500)}"`, 'group_members_of_user', largeGroup],
    [`members[value eq "${personId(500)}"]`, 'group_members_of_user', largeGroup],
  ] as const)(
    'is found by %s through %s, without its members',
    async ([filter, index, id], { service, filled: database }) => {
      const { tx, explained } = explaining(database.orm.em.fork());
      const listed = await listScimGroups(tx, service.organizations.ours.live.orgId, {
        ...listingOf(groupType, { filter }),
        members: false,
      });
      expect(listed.rows.map((row) => [row.id, row.members])).toEqual([[id, []]]);
      expectNoScan(explained);
      expect(explained[0]?.indexes).toContain(index);
      expect(explained).toHaveLength(2);
      for (const { buffers } of explained) expect(buffers).toBeLessThan(fewPages);
    },
  );

  test('is read without its members as cheaply as a small one', async ({ service, filled: database }) => {
    const { tx, explained } = explaining(database.orm.em.fork());
    const { orgId } = service.organizations.ours.live;
    for (const id of [smallGroup, largeGroup]) await readScimGroups(tx, orgId, [id], { members: false });
    expectNoScan(explained);
    expect(explained[1]?.buffers).toBe(explained[0]?.buffers);
  });

  test('gains and loses a member as cheaply as a small one', async ({ service, filled: database }) => {
    const { tx, explained } = explaining(database.orm.em.fork());
    const { orgId } = service.organizations.ours.live;
    const one = personId(1);
    for (const id of [smallGroup, largeGroup]) {
      const group = asLocked<Group>({ orgId, id });
      const added = await addScimMembers(tx, group, asKept([one]), new Date());
      expect(added).toEqual([{ userId: one, userName: md5('d1') }]);
      expect(await removeScimMembers(tx, group, [one])).toEqual(added);
    }
    expectNoScan(explained);
    const [small, , large] = explained;
    for (const { buffers } of explained) expect(buffers).toBeLessThan(fewPages);
    expect(large?.buffers).toBeLessThan((small?.buffers ?? 0) + 20);
  });
});
