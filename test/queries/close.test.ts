import { expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/database/open.ts';

test('a database that is closed breaks off what still waits, and not what ends soon', async () => {
  const database = await openDatabase(inject('server').service, 3);
  const outcomes = Promise.allSettled([
    database.pool.query('select pg_sleep(60)'),
    database.pool.query(`select 'in time' as answer, pg_sleep(0.3)`),
    database.orm.em.fork().transactional(async (em) => {
      await em.execute('select 1');
      await em.execute('select pg_sleep(60)');
    }),
  ]);
  await expect.poll(() => database.pool.totalCount - database.pool.idleCount).toBe(3);
  await database.close();
  const [broken, soon, transaction] = await outcomes;
  expect([broken?.status, transaction?.status]).toEqual(['rejected', 'rejected']);
  expect(soon).toMatchObject({ status: 'fulfilled', value: { rows: [{ answer: 'in time' }] } });
});
