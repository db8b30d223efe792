import { expect, test } from 'vitest';
import { describeStatement } from '../../../src/database/trace-statements.ts';

const tables = new Set(['users', 'events']);

test.for([
  [{ name: 'verify-secrets', text: 'select 1' }, 'verify-secrets'],
  [{ name: 'Alice', text: 'update "users" set "name" = $1' }, 'update users'],
  [`select "u0".* from "users" as "u0" where "u0"."email" = 'alice@example.com'`, 'select users'],
  [`insert into "users" ("name") values ('from alice')`, 'insert users'],
  [`select 'from alice', x from events`, 'select events'],
  [`with found as (select 1 from users) select 'from bob' from found`, 'with users'],
  [`'alice' from alice`, 'statement'],
  ['begin', 'begin'],
  [`alice into bob`, 'statement'],
  [`select 1${' '.repeat(9_000)} from users`, 'select'],
  [undefined, 'statement'],
  [{ name: 7, text: 7 }, 'statement'],
] as const)('%j is described as %s', ([asked, name]) => {
  const described = describeStatement(asked, tables);
  expect(described.name).toBe(name);
  expect(JSON.stringify(described)).not.toMatch(/alice|bob|example/);
});
