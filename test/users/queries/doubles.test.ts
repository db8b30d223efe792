import { describe, expect } from 'vitest';
import type { Database } from '../../../src/database/open.ts';
import { listGroups } from '../../../src/users/groups/sql/groups.ts';
import { explaining } from '../../support/explain.ts';
import { grow, grownId } from '../../support/grown.ts';
import { pagesRead } from '../../support/pages-read.ts';
import { namesWithoutUser } from '../../support/rows-of-before.ts';
import { test as base } from '../../support/scim-database.ts';
import type { TestService } from '../../support/service.ts';

/** The number of users, and of groups. A walk over them all reads more than two hundred pages. */
const many = 3_000;
/** The number of doubles, each of another name. */
const doubled = 300;
/** Pages for a row that goes, with those of the deletion itself. Without statistics, Postgres 18 finds even an id by a hundred pages. */
const most = 300;

/** Past the API and its triggers, as there were before names had keys. */
const doubles = [
  `insert into users (org_id, id, status, username, email)
   select $1, 'usr_double' || n, 'ACTIVE', 'Cafe' || chr(769) || n, n || '@bücher.example.'
     from generate_series(1, ${doubled}) n`,
  `insert into groups (org_id, id, name) select $1, 'grp_group' || n, 'Group number ' || n from generate_series(1, ${many}) n`,
  `insert into groups (org_id, id, name, is_double)
   select $1, 'grp_double' || n, 'Ｇroup number ' || n, true from generate_series(1, ${doubled}) n`,
  `insert into users (org_id, id, status, username, email)
   select $1, 'usr_first' || n, 'ACTIVE', 'caf' || chr(233) || n, n || '@xn--bcher-kva.example'
     from generate_series(1, ${doubled}) n`,
];

/**
 * Tables that were never analyzed, and a connection whose triggers have kept their plans since there were no rows, as long as the
 * service lives.
 */
async function fill({ database, organizations, sql }: TestService, { hot }: Database): Promise<string> {
  const { orgId } = organizations.ours.live;
  for (const table of ['users', 'groups', 'sign_in_names'])
    await sql(`alter table ${table} set (autovacuum_enabled = false)`);
  await hot.query('set plan_cache_mode = force_generic_plan');
  await hot.query(
    `insert into users (org_id, id, status, username) values ($1, 'usr_none', 'ACTIVE', 'none')`,
    [orgId],
  );
  await hot.query(`insert into groups (org_id, id, name) values ($1, 'grp_none', 'none')`, [orgId]);
  for (const table of ['users', 'groups'])
    await hot.query(`delete from ${table} where org_id = $1 and id like '%none'`, [orgId]);
  await grow(database, orgId, many, ['users']);
  const triggers = ['users', 'groups', 'sign_in_names'];
  for (const table of triggers) await sql(`alter table ${table} disable trigger user`);
  for (const text of doubles) await sql(text, [orgId]);
  for (const table of triggers) await sql(`alter table ${table} enable trigger user`);
  // The first users of the names were written last.
  await sql(`update users set created_at = created_at - interval '1 day' where id like 'usr_first%'`);
  await sql(namesWithoutUser);
  return orgId;
}

const test = base.extend<{ filled: string }>({
  filled: [async ({ service, database }, use) => use(await fill(service, database)), { scope: 'file' }],
});

const each = ['never analyzed', 'analyzed'] as const;

describe.for(each)(`among ${many} rows that were %s`, (state) => {
  /** Ten rows, other ones in each state. */
  const ten = (id: (n: number) => string): string[] =>
    Array.from({ length: 10 }, (_, at) => id(at + (state === 'analyzed' ? 11 : 1)));
  const ready = async ({ sql }: TestService): Promise<void> => {
    if (state === 'analyzed') await sql('vacuum (analyze) users, groups, sign_in_names');
  };
  const deleted = ({ hot }: Database, table: 'users' | 'groups', orgId: string, ids: readonly string[]) =>
    pagesRead(hot, [table, 'sign_in_names'], async () => {
      for (const id of ids)
        await hot.query(`delete from ${table} where org_id = $1 and id = $2`, [orgId, id]);
    });

  test('the double of a user who goes is found by few pages', { timeout: 60_000 }, async ({
    service,
    database,
    filled,
  }) => {
    await ready(service);
    const others = ten((n) => grownId('usr', n));
    expect.soft(await deleted(database, 'users', filled, others)).toBeLessThan(10 * most);
    const firsts = ten((n) => `usr_first${n}`);
    expect.soft(await deleted(database, 'users', filled, firsts)).toBeLessThan(10 * most);
    const heirs = await service.sql<{ id: string; names: number }>(
      'select user_id as id, count(*)::int as names from sign_in_names where user_id = any ($1) group by 1 order by 1',
      [ten((n) => `usr_double${n}`)],
    );
    // The user name, the address, and the key of both.
    expect(heirs.map(({ names }) => names)).toEqual(Array(10).fill(4));
  });

  test('the double of a group that goes is found by few pages', async ({ service, database, filled }) => {
    await ready(service);
    const others = ten((n) => `grp_group${n + doubled}`);
    expect.soft(await deleted(database, 'groups', filled, others)).toBeLessThan(10 * most);
    const firsts = ten((n) => `grp_group${n}`);
    expect.soft(await deleted(database, 'groups', filled, firsts)).toBeLessThan(10 * most);
    const heirs = ten((n) => `grp_double${n}`);
    expect(
      await service.sql('select from groups where id = any ($1) and not is_double', [heirs]),
    ).toHaveLength(10);
  });

  test('the groups that are doubles are listed by their index', async ({ service, database, filled }) => {
    await ready(service);
    const { tx, explained } = explaining(database.orm.em.fork());
    const window = { offset: 0, limit: 20 };
    const { rows } = await listGroups(tx, filled, { isDouble: true }, '-createdAt', window);
    expect(rows).toHaveLength(20);
    for (const { indexes, scanned } of explained)
      expect([indexes, scanned]).toEqual([expect.arrayContaining(['groups_doubles']), []]);
  });
});
