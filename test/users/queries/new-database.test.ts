import { expect } from 'vitest';
import { newUserFacts } from '../../../src/users/directory/sql/new-user.ts';
import { grow } from '../../support/grown.ts';
import { pagesRead } from '../../support/pages-read.ts';
import { test } from '../../support/scim-database.ts';

const tables = ['users', 'user_values', 'sign_in_names'];

test('a creation by a directory reads few pages of users that were never analyzed', async ({
  service,
  database: { orm, pool },
}) => {
  const { orgId } = service.organizations.ours.live;
  const facts = (username: string) =>
    newUserFacts(orm.em.fork(), orgId, {
      username,
      email: `${username}@example.com`,
      managerId: null,
    });
  // Its triggers keep their plans, as those of the service do.
  const insert = (username: string) =>
    pool.query(
      `insert into users (org_id, id, status, email, username) values ($1, 'usr_' || $2, 'ACTIVE', $2 || '@example.com', $2)`,
      [orgId, username],
    );
  // Autovacuum would analyze them, and the pages that it reads would count.
  for (const table of tables) await service.sql(`alter table ${table} set (autovacuum_enabled = false)`);
  await facts('first');
  await insert('first');
  await grow(service.database, orgId, 3_000, ['users']);

  const looks = await pagesRead(pool, tables, async () => {
    expect(await facts('first')).toMatchObject({ usernameTaken: true, emailTaken: true });
    expect(await facts('second')).toMatchObject({ usernameTaken: false, emailTaken: false });
  });
  expect.soft(looks).toBeLessThan(60);
  const writes = await pagesRead(pool, tables, () => insert('second'));
  expect.soft(writes).toBeLessThan(170);
});
