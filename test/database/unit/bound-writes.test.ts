import { PostgreSqlPlatform } from '@mikro-orm/postgresql';
import { expect, test } from 'vitest';
import { preparedOf, withoutValues } from '../../../src/database/bound-writes.ts';

const hash = Buffer.from('hash');
const sent = ({ query, params }: ReturnType<typeof withoutValues>): string =>
  new PostgreSqlPlatform().formatQuery(query, params);

test('texts and bytes of positional parameters are bound', () => {
  const statement = withoutValues('update t set hash = ?, count = ? where id = ?', [hash, 3, 'x']);
  expect(sent(statement)).toBe('update t set hash = $1, count = 3 where id = $2');
  expect(statement.bound).toEqual([hash, 'x']);
});

test('texts and bytes of named parameters are bound, and casts stay as they are', () => {
  const statement = withoutValues(
    'update t set hash = :hash, data = :data::jsonb where id = :id and hash <> :hash',
    { id: 'x', data: '{}', hash },
  );
  expect(sent(statement)).toBe('update t set hash = $1, data = $2::jsonb where id = $3 and hash <> $4');
  expect(statement.bound).toEqual([hash, '{}', 'x', hash]);
});

test('a prepared statement has a number for each question mark', () => {
  const { text, names } = preparedOf('select * from t where id = ? and count > ?', ['x', 3]);
  expect(text).toBe('select * from t where id = $1 and count > $2');
  expect(names).toBeUndefined();
});

test('a prepared statement has one number for each name, and casts stay as they are', () => {
  const { text, names } = preparedOf(
    "select :id::text, ':other' from t where id = :id and data = :data::jsonb",
    {
      data: '{}',
      id: 'x',
    },
  );
  expect(text).toBe("select $1::text, ':other' from t where id = $1 and data = $2::jsonb");
  expect(names).toEqual(['id', 'data']);
});
