import { PostgreSqlPlatform } from '@mikro-orm/postgresql';
import { expect, test } from 'vitest';
import { withoutValues } from '../../../src/database/bound-writes.ts';

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
