import { expect } from 'vitest';
import { grow } from '../../support/grown.ts';
import { pagesRead } from '../../support/pages-read.ts';
import { test } from '../../support/scim-database.ts';

const tables = ['users', 'user_values', 'sign_in_names'];

test('the triggers of a new user read few pages of users that were never analyzed', async ({
  service,
  database: { pool },
}) => {
  const { orgId } = service.organizations.ours.live;
  // The triggers keep their plans, as those of the service do.
  const insert = (username: string) =>
    pool.query(
      `insert into users (org_id, id, status, email, username) values ($1, 'usr_' || $2, 'ACTIVE', $2 || '@example.com', $2)`,
      [orgId, username],
    );
  // Autovacuum would analyze them, and the pages that it reads would count.
  for (const table of tables) await service.sql(`alter table ${table} set (autovacuum_enabled = false)`);
  await insert('first');
  await grow(service.database, orgId, 3_000, ['users']);
  const pages = await pagesRead(pool, tables, () => insert('second'));
  // 133 when this was written, and 207 with the trigger of migration 0086.
  expect(pages).toBeGreaterThan(50);
  expect(pages).toBeLessThan(170);
});
