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

test('a statement has a row if it reads or changes one', async () => {
  const { tx } = await aTransaction();
  await tx.begin();
  await tx.run(sql`create temporary table one on commit drop as select 1 as n`);
  for (const n of [1, 2]) {
    expect(await tx.has(sql`select from one where n = ${n}`)).toBe(n === 1);
    expect(await tx.has(sql`update one set n = n where n = ${n}`)).toBe(n === 1);
  }
  await tx.rollback();
});

test('a question mark of a text stays as it is, with values and without', async () => {
  const { tx } = await aTransaction();
  const has = sql`'{"a": 1}'::jsonb ? 'a' as has, 'why?' as said`;
  expect(await tx.row(sql`select ${has}`)).toEqual({ has: true, said: 'why?' });
  expect(await tx.row(sql`select ${has}, ${1}::int as n`)).toEqual({ has: true, said: 'why?', n: 1 });
});

test('a list is one value, whether it is written into the text or bound', async () => {
  const { tx } = await aTransaction();
  const [texts, numbers] = [
    ['a, b', 'null', '"\\', "it's", '', null],
    [1, 2],
  ];
  const [times, bytes] = [[new Date(0)], [Buffer.from([0, 255])]];
  const select = sql`select ${texts}::text[] as texts, ${numbers}::int[] as numbers, ${[]}::text[] as none,
    ${times}::timestamptz[] = array['1970-01-01T00:00Z'::timestamptz] as times, ${bytes}::bytea[] as bytes,
    ${new Uint8Array([1])}::bytea as byte, 2 = any (${numbers}) as found`;
  const expected = { texts, numbers, none: [], times: true, bytes, byte: Buffer.from([1]), found: true };
  for (const statement of [select, named('a-list', select), withSecret(select)])
    expect(await tx.row(statement)).toEqual(expected);
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
