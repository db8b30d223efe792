import { PostgreSqlPlatform } from '@mikro-orm/postgresql';
import { describe, expect, test } from 'vitest';
import {
  marked,
  named,
  numbered,
  type Shared,
  type Sql,
  shared,
  sql,
  withSecret,
} from '../../../src/lib/sql.ts';

type Value = number | Shared;

describe('a statement', () => {
  test('has a number for each value, and never the value in its text', () => {
    const hostile = "'; drop table users; --";
    expect(numbered(sql`select ${1} where name = ${hostile}`)).toEqual({
      text: 'select $1 where name = $2',
      values: [1, hostile],
    });
  });

  test('takes the parts of others with their values, in the order of the text', () => {
    const isLive = sql`status = ${'ACTIVE'}`;
    const where = sql`org_id = ${'org_1'} and ${isLive}`;
    const whole = sql`select ${'first'} from t where ${where} limit ${5}`;
    expect(numbered(whole)).toEqual({
      text: 'select $1 from t where org_id = $2 and status = $3 limit $4',
      values: ['first', 'org_1', 'ACTIVE', 5],
    });
    expect(marked(whole)).toEqual({
      text: 'select ? from t where org_id = ? and status = ? limit ?',
      values: ['first', 'org_1', 'ACTIVE', 5],
    });
  });

  test('may begin and end with a value or a part', () => {
    const both = sql`${sql.raw('select')}${sql.empty} ${1}`;
    expect(numbered(both)).toEqual({ text: 'select $1', values: [1] });
    expect(numbered(sql`${sql`${1}`}${sql`${2}`}`)).toEqual({ text: '$1$2', values: [1, 2] });
  });

  test('joins parts with a text between them', () => {
    const parts = [sql`a = ${1}`, sql`b`, sql`c = ${2}`];
    expect(numbered(sql.join(parts, ' and '))).toEqual({ text: 'a = $1 and b and c = $2', values: [1, 2] });
    expect(numbered(sql.join([]))).toEqual({ text: '', values: [] });
  });

  test('sends a shared value once, and equal values each', () => {
    const ids = shared(['a', 'b']);
    const statement = sql`select ${ids}::text[], ${1}, ${ids}::text[], ${1}`;
    expect(numbered(statement)).toEqual({
      text: 'select $1::text[], $2, $1::text[], $3',
      values: [['a', 'b'], 1, 1],
    });
    expect(marked(statement).values).toEqual(['{"a","b"}', 1, '{"a","b"}', 1]);
  });

  test('is joined once if its parts are constants, and again with other parts', () => {
    const [columns, live, ended] = [sql`id, name`, sql`status = 'ACTIVE'`, sql`status = 'ENDED'`];
    const of = (orgId: string, where: Sql): Sql =>
      sql`select ${columns} from t where org_id = ${orgId} and ${where}`;
    expect(of('org_1', live).texts).toBe(of('org_2', live).texts);
    expect(of('org_1', sql`${live} and id > ${1}`).values).toEqual(['org_1', 1]);
    const texts = [live, ended, sql`id = ${1}`, live].map((where) => numbered(of('org_1', where)).text);
    expect(texts).toEqual(
      ["status = 'ACTIVE'", "status = 'ENDED'", 'id = $2', "status = 'ACTIVE'"].map(
        (where) => `select id, name from t where org_id = $1 and ${where}`,
      ),
    );
    const either = (one: Sql | string): Sql => sql`select ${one}`;
    const both = [sql`name`, 'name', sql`name`].map((one) => numbered(either(one)).text);
    expect(both).toEqual(['select name', 'select $1', 'select name']);
  });

  test('cannot have the name of another text, also if only the places of its values differ', () => {
    const of = (...[first, second]: [Value, Value]): Sql => named('twice', sql`select ${first}, ${second}`);
    const one = shared(1);
    expect([of(1, 1), of(2, 2)].map((each) => numbered(each).text)).toEqual([
      'select $1, $2',
      'select $1, $2',
    ]);
    for (const other of [of(one, one), named('twice', sql`select 1`)])
      expect(() => numbered(other)).toThrow('two statements have the name twice');
    expect(numbered(of(1, 1)).text).toBe('select $1, $2');
  });

  test('keeps a question mark of its text', () => {
    expect(marked(sql`select data ? ${'key'}`).text).toBe(String.raw`select data \? ?`);
    expect(numbered(sql`select data ? ${'key'}`).text).toBe('select data ? $1');
    const written = [
      sql`select data ? 'key'`,
      sql`select data ? ${'key'}`,
      sql`select data ?${'key'}, ${1}`,
    ].map((statement) => {
      const { text, values } = marked(statement);
      return new PostgreSqlPlatform().formatQuery(text, values);
    });
    expect(written).toEqual(["select data ? 'key'", "select data ? 'key'", "select data ? 'key', 1"]);
  });

  test('joins thousands of parts', () => {
    const parts = Array.from({ length: 20_000 }, (_, at) => sql`(${at}, ${'a'}, ${null})`);
    const { text, values } = numbered(sql`insert into t values ${sql.join(parts)}`);
    expect(text).toMatch(/\(\$59998, \$59999, \$60000\)$/);
    expect(values).toHaveLength(60_000);
  });

  test('holds a secret if a part of it does', () => {
    const secret = withSecret(sql`hash = ${'a hash'}`);
    const whole = sql`update t set ${sql.join([sql`version = ${1}`, secret])}`;
    expect([secret.hasSecret, whole.hasSecret, sql`select ${1}`.hasSecret]).toEqual([true, true, false]);
  });

  test('has the name that it was given, and a part of it has none', () => {
    const counted = named('count-users', sql`select count(*) from users where org_id = ${'org_1'}`);
    expect(numbered(counted)).toMatchObject({ name: 'count-users' });
    expect(numbered(sql`select (${counted})`)).not.toHaveProperty('name');
  });
});
