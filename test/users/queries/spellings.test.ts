import { describe, expect } from 'vitest';
import { inTransaction } from '../../../src/platform/tenancy.ts';
import { makeOwner } from '../../../src/users/directory/first-owner.ts';
import { personByName, userIdByEmail } from '../../../src/users/directory/sql/names.ts';
import { newUserFacts } from '../../../src/users/directory/sql/new-user.ts';
import { listUsers } from '../../../src/users/directory/sql/list-users.ts';
import { readScimUsersNamed } from '../../../src/scim/sql/scim-resources.ts';
import type { Database } from '../../../src/database/open.ts';
import { explaining, explainingPool } from '../../support/explain.ts';
import { grow } from '../../support/grown.ts';
import { poolOf } from '../../support/pool.ts';
import { test as base } from '../../support/scim-database.ts';
import type { TestService } from '../../support/service.ts';

const many = 10_000;

/** Many users. A hundredth of them has a name whose key is not its lower case. */
async function fill({ organizations, database, sql }: TestService): Promise<void> {
  const { orgId } = organizations.ours.live;
  await grow(database, orgId, many, ['users']);
  await sql(
    `insert into users (org_id, id, status, username, email, display_name)
     select $1, 'usr_spelled' || n, 'ACTIVE', 'Cafe' || chr(769) || n, n || '@bücher.example.', 'Cafe' || chr(769) || n
       from generate_series(1, ${many / 100}) n`,
    [orgId],
  );
}

const test = base.extend<{ filled: Database }>({
  filled: [
    async ({ service, database }, use) => {
      await fill(service);
      await service.sql('vacuum (analyze) users');
      await use(database);
    },
    { scope: 'file' },
  ],
});

const find = async ({ organizations }: TestService, { orm }: Database) => {
  const { orgId } = organizations.ours.live;
  const { tx, explained } = explaining(orm.em.fork());
  const found = [
    (await personByName(tx, orgId, 'CAFÉ7'))?.id,
    (await personByName(tx, orgId, '7@xn--bcher-kva.example'))?.id,
    (await personByName(tx, orgId, 'none'))?.id,
    await userIdByEmail(tx, orgId, '7@BÜCHER.example'),
    (await newUserFacts(tx, orgId, { username: 'CAFÉ7', email: 'none@example.com', managerId: null }))
      .usernameTaken,
  ];
  expect(found).toEqual(['usr_spelled7', 'usr_spelled7', undefined, 'usr_spelled7', true]);
  return explained;
};

describe(`a name in another spelling, among ${many} users`, { timeout: 60_000 }, () => {
  test('is found by index', async ({ service, filled }) => {
    const explained = await find(service, filled);
    expect(explained.length).toBeGreaterThan(4);
    for (const { scanned, buffers } of explained) {
      expect(scanned).toEqual([]);
      expect(buffers).toBeLessThan(40);
    }
  });

  test('is found by index over SCIM', async ({ service, filled }) => {
    expect(await filled.orm.isConnected()).toBe(true);
    const ours = poolOf(service);
    const { pool, explained, release } = await explainingPool(ours);
    try {
      const { orgId } = service.organizations.ours.live;
      const found = await readScimUsersNamed(pool, orgId, ['CAFÉ7', 'none'], { groups: false });
      expect(found.map((user) => user?.id)).toEqual(['usr_spelled7', undefined]);
    } finally {
      release();
      await ours.end();
    }
    for (const { scanned, buffers } of explained) {
      expect(scanned).toEqual([]);
      expect(buffers).toBeLessThan(120);
    }
  });

  test('is searched by index', async ({ service, filled: { orm } }) => {
    const { tx, explained } = explaining(orm.em.fork());
    const { orgId } = service.organizations.ours.live;
    const window = { offset: 0, limit: 20 };
    const { rows } = await listUsers(tx, orgId, { search: 'CAFÉ77' }, '-createdAt', window);
    expect(rows.map(({ id }) => id)).toEqual(['usr_spelled77']);
    expect(explained.flatMap(({ indexes }) => indexes)).toContain('users_search_respelled');
    for (const { scanned } of explained) expect(scanned).toEqual([]);
  });
});

describe('makeOwner', () => {
  test('makes no user an owner who has another spelling of the address', async ({ service, filled }) => {
    const { live } = service.organizations.ours;
    const { body } = await service.ours.call('createUser', {
      body: { email: 'ｏwner@bücher.example', sendInvite: false },
    });
    const make = (email: string) =>
      inTransaction(filled.orm, live, (tx) => makeOwner(tx, email, { enabled: false }));
    await expect(make('owner@bücher.example')).rejects.toMatchObject({ code: 'USER_EXISTS' });
    expect((await make('ｏwner@xn--bcher-kva.example')).user.id).toBe(body.id);
  });
});
