import { expect, inject, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/database/open.ts';
import { named, sql } from '../../../src/lib/sql.ts';
import { statementsSent } from '../../support/statements.ts';

async function aDatabase(): Promise<Database> {
  const database = await openDatabase(inject('server').service, 3);
  onTestFinished(() => database.close());
  return database;
}

test('a transaction begins in the message of its first statement', async () => {
  const { orm } = await aDatabase();
  const sent = statementsSent();
  const found = await orm.em.fork().transactional(async (tx) => {
    const first = await tx.row<{ at: string }>(sql`select now()::text as at`);
    const second = await tx.row<{ at: string }>(sql`select now()::text as at, ${'x'}::text as given`);
    return [first?.at, second?.at];
  });
  expect(new Set(found).size).toBe(1);
  expect(sent.since()).toEqual([
    'begin; select now()::text as at',
    "select now()::text as at, 'x'::text as given",
    'commit',
  ]);
});

test('a transaction begins before a statement that has values, or more than one part', async () => {
  const { orm, pool } = await aDatabase();
  const sent = statementsSent();
  await orm.em.fork().transactional(async (tx) => {
    const rows = await tx.rows(named('a-name', sql`select ${'x'}::text as given`));
    expect(rows).toEqual([{ given: 'x' }]);
  });
  expect(sent.since()).toEqual(['begin', 'select $1::text as given', 'commit']);
  sent.forget();
  await orm.em.fork().transactional((tx) => tx.run(sql`select 1; select 2`));
  expect(sent.since()).toEqual(['begin', 'select 1; select 2', 'commit']);
  sent.forget();
  const client = await pool.connect();
  await client.query('begin');
  const called = await new Promise((done) => {
    client.query('select 3 as n', (_error, { rows }) => done(rows));
  });
  await client.query('rollback');
  client.release();
  expect(called).toEqual([{ n: 3 }]);
  expect(sent.since()).toEqual(['begin', 'select 3 as n', 'rollback']);
});

test('a transaction without a statement is never begun', async () => {
  const { orm } = await aDatabase();
  const sent = statementsSent();
  await orm.em.fork().transactional(async () => undefined);
  const refused = orm.em.fork().transactional(async () => Promise.reject(new Error('refused')));
  await expect(refused).rejects.toThrow('refused');
  expect(sent.since()).toEqual([]);
});

test('a fault of the first statement rolls all back, and the connection serves the next transaction', async () => {
  const { orm, pool } = await aDatabase();
  const { totalCount } = pool;
  const broken = orm.em.fork().transactional(async (tx) => {
    await tx.run(sql`select 1 / 0`);
  });
  await expect(broken).rejects.toThrow('division by zero');
  const rows = await orm.em
    .fork()
    .transactional((tx) => tx.rows(sql`select txid_current_if_assigned() as id`));
  expect(rows).toEqual([{ id: null }]);
  expect(pool.totalCount).toBe(totalCount);
  expect((await pool.query('select pg_current_xact_id_if_assigned() as id')).rows).toEqual([{ id: null }]);
});
