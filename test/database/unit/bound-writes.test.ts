import { PostgreSqlPlatform } from '@mikro-orm/postgresql';
import { expect, test } from 'vitest';
import { withoutValues } from '../../../src/database/bound-writes.ts';

test('texts and bytes that an entity writes are bound, and numbers stay in the statement', () => {
  const hash = Buffer.from('hash');
  const { params, bound } = withoutValues([hash, 3, 'x']);
  const sent = new PostgreSqlPlatform().formatQuery('update t set hash = ?, count = ? where id = ?', params);
  expect(sent).toBe('update t set hash = $1, count = 3 where id = $2');
  expect(bound).toEqual([hash, 'x']);
});
