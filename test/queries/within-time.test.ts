import { expect } from 'vitest';
import { withinTime } from '../../src/queries/within-time.ts';
import { test } from '../support/scim-database.ts';

test('ends a statement that takes too long, as a filter that must be narrower', async ({ database }) => {
  const em = database.orm.em.fork();
  const slow = withinTime(em, (inner) => inner.execute('select pg_sleep(10)'), 50);
  await expect(slow).rejects.toMatchObject({ code: 'SCIM_FILTER_INVALID', status: 400 });
  expect(await withinTime(em, (inner) => inner.execute('select 1 as one'))).toEqual([{ one: 1 }]);
  // The connection goes back without the limit.
  const limit = await em.execute('show statement_timeout');
  expect(limit).toEqual([{ statement_timeout: '0' }]);
});
