import { describe, expect } from 'vitest';
import type { Database } from '../../../src/database/open.ts';
import { bindFilter, resolveSort } from '../../../src/scim/protocol/bind.ts';
import { parseFilter } from '../../../src/scim/protocol/filter.ts';
import { userType } from '../../../src/scim/protocol/schema.ts';
import { listScimUsers } from '../../../src/scim/scim-lists.ts';
import type { ScimWindow } from '../../../src/scim/sql/scim-page.ts';
import { somePeople } from '../../support/groups.ts';
import { test } from '../../support/scim-database.ts';
import type { TestService } from '../../support/service.ts';

interface Asked {
  filter?: string;
  sortBy?: string;
  descending?: boolean;
}

const list = (
  { orm }: Database,
  orgId: string,
  { filter, sortBy, descending = false }: Asked,
  page: ScimWindow,
) =>
  listScimUsers(orm.em.fork(), orgId, {
    type: userType,
    filter: filter === undefined ? undefined : bindFilter(userType, parseFilter(filter)),
    sort: sortBy === undefined ? undefined : { target: resolveSort(userType, sortBy), descending },
    page,
    groups: false,
  });

/** The ids of all pages, and between two pages something happens. */
async function walk(
  database: Database,
  orgId: string,
  asked: Asked,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
) {
  const ids: string[] = [];
  const totals: number[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page: Awaited<ReturnType<typeof list>> = await list(database, orgId, asked, { cursor, count: 7 });
    ids.push(...page.rows.map(({ id }) => id));
    totals.push(page.total);
    cursor = page.nextCursor;
    await meanwhile();
  }
  return { ids, totals };
}

/** Sixty people: some share a title, every third has none, some have an e-mail address. */
async function fill(service: TestService, orgId: string): Promise<string[]> {
  const ids = await somePeople(service, 60, { orgId });
  await service.sql(
    `update users set title = case when place % 3 <> 0 then chr(65 + place % 5) || chr(97 + place % 2) end,
            email = case when place % 4 <> 0 then email end, created_at = now() - (place % 6) * interval '1 hour',
            scim = case when place % 2 = 0 then jsonb_build_object('userType', 'T' || place % 7) else '{}' end
       from (select id, (row_number() over (order by id))::int as place from users where org_id = $1) as n
      where users.org_id = $1 and users.id = n.id`,
    [orgId],
  );
  return ids;
}

const sorts = ['userName', 'title', 'active', 'meta.created', 'emails', 'userType', 'name.familyName'];
const walks: Asked[] = [
  { sortBy: 'id' },
  ...sorts.flatMap((sortBy) => [false, true].map((descending) => ({ sortBy, descending }))),
];

describe('listScimUsers by cursors', () => {
  let filled: Promise<string[]> | undefined;
  const ready = (service: TestService) => (filled ??= fill(service, service.organizations.theirs.live.orgId));

  test.for(walks)(
    'reads by $sortBy, descending: $descending, like one long page',
    async (sort, { service, database }) => {
      const ids = await ready(service);
      const { orgId } = service.organizations.theirs.live;
      const asked = sort.sortBy === 'id' ? {} : sort;
      const whole = await list(database, orgId, asked, { startIndex: 1, count: 1000 });
      const { ids: walked, totals } = await walk(database, orgId, asked);
      expect(walked).toEqual(whole.rows.map(({ id }) => id));
      expect(walked.toSorted()).toEqual(ids);
      expect(new Set(totals)).toEqual(new Set([60]));
    },
  );

  test('puts rows without the value last, and first when descending', async ({ service, database }) => {
    await ready(service);
    const { orgId } = service.organizations.theirs.live;
    const titles = async (descending: boolean) => {
      const { rows } = await list(
        database,
        orgId,
        { sortBy: 'title', descending },
        { startIndex: 1, count: 100 },
      );
      return rows.map(({ title }) => title?.toLowerCase() ?? null);
    };
    const present = (await titles(false)).filter((title) => title !== null);
    expect(present).toEqual(present.toSorted());
    const absent = Array<null>(20).fill(null);
    expect(await titles(false)).toEqual([...present, ...absent]);
    expect(await titles(true)).toEqual([...absent, ...present.toReversed()]);
  });

  test.for(walks)(
    'neither repeats nor loses a remaining user, by $sortBy, descending: $descending',
    async (sort, { service, database }) => {
      const { orgId } = service.organizations.ours.test;
      await service.sql('delete from users where org_id = $1', [orgId]);
      const ids = await fill(service, orgId);
      const staying = ids.filter((_, at) => at % 3 !== 0);
      const leaving = ids.filter((_, at) => at % 3 === 0);
      const asked = sort.sortBy === 'id' ? {} : sort;
      const { ids: walked } = await walk(database, orgId, asked, async () => {
        await service.sql('delete from users where org_id = $1 and id = any ($2)', [
          orgId,
          leaving.splice(0, 3),
        ]);
        await service.sql(
          `insert into users (org_id, id, status, username, title, email)
         select $1, 'usr_' || md5(random()::text), 'ACTIVE', md5(random()::text), chr(65 + n), md5(random()::text)
           from generate_series(1, 1) as n`,
          [orgId],
        );
        return undefined;
      });
      expect(new Set(walked).size).toBe(walked.length);
      expect(walked.filter((id) => staying.includes(id)).toSorted()).toEqual(staying);
    },
  );

  test('reads the users that a filter selects', async ({ service, database }) => {
    await ready(service);
    const { orgId } = service.organizations.theirs.live;
    const asked = { filter: 'title pr and emails pr', sortBy: 'title' };
    const whole = await list(database, orgId, asked, { startIndex: 1, count: 100 });
    expect(whole.total).toBe(30);
    expect((await walk(database, orgId, asked)).ids).toEqual(whole.rows.map(({ id }) => id));
  });

  test('rejects a cursor that is forged, or belongs to another listing', async ({ service, database }) => {
    await ready(service);
    const { orgId } = service.organizations.theirs.live;
    const first = await list(database, orgId, { sortBy: 'title' }, { cursor: '', count: 7 });
    const cursor = first.nextCursor ?? '';
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const like = (...changed: unknown[]) => Buffer.from(JSON.stringify(changed)).toString('base64url');
    const [listing, key, id, before, total] = parts;
    const madeUp = [
      'x',
      '!!',
      like(),
      like(listing, key, id, before),
      like(listing, 7, id, before, total),
      like(listing, 'a\0', id, before, total),
      like(listing, key, '\0', before, total),
      like(listing, key, null, before, total),
      like(listing, key, id, -1, total),
      like(listing, key, id, before, -1),
      like(listing, key, id, before, '7'),
      like('other', key, id, before, total),
    ];
    const invalid = expect.objectContaining({ code: 'SCIM_CURSOR_INVALID' });
    const read = (asked: Asked, wrong: string, org = orgId) =>
      list(database, org, asked, { cursor: wrong, count: 7 });
    for (const wrong of madeUp)
      await expect(read({ sortBy: 'title' }, wrong), wrong).rejects.toEqual(invalid);
    for (const asked of [
      {},
      { sortBy: 'userName' },
      { sortBy: 'title', descending: true },
      { sortBy: 'title', filter: 'title pr' },
    ]) {
      await expect(read(asked, cursor)).rejects.toEqual(invalid);
    }
    await expect(read({ sortBy: 'title' }, cursor, service.organizations.ours.live.orgId)).rejects.toEqual(
      invalid,
    );
    const byTime = (await list(database, orgId, { sortBy: 'meta.created' }, { cursor: '', count: 7 }))
      .nextCursor;
    const [ofTime] = JSON.parse(Buffer.from(byTime ?? '', 'base64url').toString()) as unknown[];
    for (const wrong of [
      '2026',
      'infinity',
      '0000-01-01T00:00:00+00:00',
      '2026-02-31T00:00:00+00:00',
      'true',
    ]) {
      await expect(
        read({ sortBy: 'meta.created' }, like(ofTime, wrong, id, before, total)),
        wrong,
      ).rejects.toEqual(invalid);
    }
    // The unchanged cursor of the list is accepted, so the changes caused the refusals above.
    expect((await read({ sortBy: 'title' }, like(listing, key, id, before, total))).rows).toHaveLength(7);
  });

  test('rejects an attribute without an order as the sort key', async ({ service, database }) => {
    const { orgId } = service.organizations.theirs.live;
    await expect(
      list(database, orgId, { sortBy: 'groups' }, { startIndex: 1, count: 1 }),
    ).rejects.toMatchObject({
      code: 'SCIM_PATH_INVALID',
    });
  });
});

describe('listScimUsers by startIndex', () => {
  test('returns totals for an empty page, after the end, and for the rest', async ({ service, database }) => {
    const { orgId } = service.organizations.theirs.live;
    await service.sql('delete from users where org_id = $1', [orgId]);
    await fill(service, orgId);
    const page = async (startIndex: number, count: number) => {
      const { total, rows, nextCursor } = await list(database, orgId, {}, { startIndex, count });
      return [total, rows.length, nextCursor];
    };
    expect(await page(1, 0)).toEqual([60, 0, undefined]);
    expect(await page(1, 60)).toEqual([60, 60, undefined]);
    expect(await page(1, 59)).toEqual([60, 59, undefined]);
    expect(await page(56, 10)).toEqual([60, 5, undefined]);
    expect(await page(61, 10)).toEqual([60, 0, undefined]);
    expect(await page(1000, 10)).toEqual([60, 0, undefined]);
  });
});
