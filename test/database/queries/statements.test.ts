import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/database/open.ts';
import { named, sql, withSecret } from '../../../src/lib/sql.ts';
import { statementsSent } from '../../support/statements.ts';

const value = "it's";

async function aTransaction() {
  const database = await openDatabase(inject('server').service, 1);
  onTestFinished(() => database.close());
  return { tx: database.orm.em.fork(), sent: statementsSent() };
}

test('a statement without a name is planned for its values, which stand in its text', async () => {
  const { tx, sent } = await aTransaction();
  expect(await tx.row(sql`select ${value}::text as given, ${2}::int as n`)).toEqual({ given: value, n: 2 });
  expect(await tx.run(sql`select ${value}::text from generate_series(1, ${3}::int)`)).toBe(3);
  expect(sent.since()).toEqual([
    "select 'it''s'::text as given, 2::int as n",
    "select 'it''s'::text from generate_series(1, 3::int)",
  ]);
});

test('the values of a named statement are bound, and Postgres keeps its plan', async () => {
  const { tx, sent } = await aTransaction();
  const statement = named('a-statement', sql`select ${value}::text as given`);
  expect(await tx.rows(statement)).toEqual([{ given: value }]);
  expect(sent.since()).toEqual(['select $1::text as given']);
  const kept = await tx.rows(sql`select name from pg_prepared_statements`);
  expect(kept).toEqual([{ name: 'a-statement' }]);
});

test('the texts and bytes of a statement with a secret are bound, whichever way it runs', async () => {
  const { tx, sent } = await aTransaction();
  const statement = withSecret(
    sql`select ${value}::text as given, ${Buffer.from('x')}::bytea as bytes, ${7}::int as n`,
  );
  expect(await tx.row(statement)).toEqual({ given: value, bytes: Buffer.from('x'), n: 7 });
  expect(await tx.run(statement)).toBe(1);
  const text = 'select $1::text as given, $2::bytea as bytes, 7::int as n';
  expect(sent.since()).toEqual([text, text]);
});

test('two statements cannot have one name', async () => {
  const { tx } = await aTransaction();
  await tx.begin();
  await tx.run(named('a-statement', sql`select 1`));
  await expect(tx.run(named('a-statement', sql`select 2`))).rejects.toThrow(/unique/);
  await tx.rollback();
});
