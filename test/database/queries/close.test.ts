import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/database/open.ts';
import { sql } from '../../../src/lib/sql.ts';

test('a database that is closed breaks off what still waits, and not what ends soon', async () => {
  const lock = `hashtext('what ends soon')`;
  const holder = new pg.Client(inject('server').service);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query(`select pg_advisory_lock(${lock})`);
  const database = await openDatabase(inject('server').service, 3);
  const outcomes = Promise.allSettled([
    database.pool.query('select pg_sleep(60)'),
    database.pool.query(`select 'in time' as answer, pg_advisory_xact_lock(${lock})`),
    database.orm.em.fork().transactional(async (tx) => {
      await tx.run(sql`select 1`);
      await tx.run(sql`select pg_sleep(60)`);
    }),
  ]);
  await expect.poll(() => database.pool.totalCount - database.pool.idleCount).toBe(3);
  const told: number[] = [];
  const closing = database.close((connections) => told.push(connections));
  await holder.query(`select pg_advisory_unlock(${lock})`);
  await closing;
  expect(told).toEqual([2]);
  const [broken, soon, transaction] = await outcomes;
  expect([broken?.status, transaction?.status]).toEqual(['rejected', 'rejected']);
  expect(soon).toMatchObject({ status: 'fulfilled', value: { rows: [{ answer: 'in time' }] } });
});

test('a process lives until its database is closed, although nothing else keeps it alive', async () => {
  const program = `
    import { openDatabase } from './src/database/open.ts';
    import { sql } from './src/lib/sql.ts';
    const database = await openDatabase(process.argv[1], 3);
    database.orm.em.fork().transactional((tx) => tx.run(sql\`select pg_sleep(60)\`)).catch(() => undefined);
    while (database.pool.totalCount === database.pool.idleCount) await new Promise(setImmediate);
    await database.close((connections) => console.log('broken off:', connections));`;
  const words = ['--input-type=module', '--eval', program, inject('server').service];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  expect(stdout).toBe('broken off: 1\n');
});

test('a database that is closed has no connection, also if the ORM has sent no statement', async () => {
  const database = await openDatabase(inject('server').service, 3);
  await database.pool.query('select 1');
  await database.close();
  expect(database.pool.totalCount).toBe(0);
});
