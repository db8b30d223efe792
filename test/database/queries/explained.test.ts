import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/database/open.ts';
import { named, numbered, sql } from '../../../src/lib/sql.ts';
import { explaining, explainingPool } from '../../support/explain.ts';

/** A plan for the value leaves its condition out. A plan for all values keeps it, in a node above the scan. */
const statement = sql`select relname from pg_class where ${true}::boolean and relname = any(${['pg_class', `it's "one" \\`]}::text[])`;

test('a named statement is explained by the plan for all values, and another by the plan for its own', async () => {
  const database = await openDatabase(inject('server').service, 2);
  onTestFinished(() => database.close());
  const { tx, explained } = explaining(database.orm.em.fork());
  expect(await tx.rows(named('an-explained-statement', statement))).toEqual([{ relname: 'pg_class' }]);
  expect(await tx.rows(named('an-explained-statement', statement))).toEqual([{ relname: 'pg_class' }]);
  expect(await tx.rows(statement)).toEqual([{ relname: 'pg_class' }]);
  expect(explained.map(({ types }) => types[0] === 'Result')).toEqual([true, true, false]);
});

test('the statements of a pool are explained likewise', async () => {
  const database = await openDatabase(inject('server').service, 2);
  onTestFinished(() => database.close());
  const { pool, explained, release } = await explainingPool(database.pool);
  await pool.query(numbered(named('an-explained-statement', statement)));
  await pool.query(numbered(named('an-explained-statement', statement)));
  release();
  expect(explained.map(({ types }) => types[0] === 'Result')).toEqual([true, true]);
});
