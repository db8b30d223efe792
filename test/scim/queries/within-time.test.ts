import { expect } from 'vitest';
import { sql } from '../../../src/lib/sql.ts';
import { withinTime } from '../../../src/scim/sql/fair-shares.ts';
import { test } from '../../support/scim-database.ts';

test('ends a statement that takes too long, as a search that must be narrower', async ({ database }) => {
  const tx = database.orm.em.fork();
  const slow = withinTime(tx, (inner) => inner.rows(sql`select pg_sleep(10)`), 50);
  await expect(slow).rejects.toMatchObject({ code: 'SCIM_TOO_MANY', status: 400 });
  expect(await withinTime(tx, (inner) => inner.rows(sql`select 1 as one`))).toEqual([{ one: 1 }]);
  // The connection goes back without the limit.
  const limit = await tx.rows(sql`show statement_timeout`);
  expect(limit).toEqual([{ statement_timeout: '0' }]);
});

test('gives all statements together that time, however many they are', async ({ database }) => {
  const tx = database.orm.em.fork();
  const finished: number[] = [];
  const slow = withinTime(
    tx,
    async (inner) => {
      for (let at = 0; at < 50; at++) {
        await inner.run(sql`select pg_sleep(0.1)`);
        finished.push(at);
      }
    },
    1_000,
  );
  await expect(slow).rejects.toMatchObject({ code: 'SCIM_TOO_MANY' });
  expect(finished.length).toBeLessThan(10);
});
