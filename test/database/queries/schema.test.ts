import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { readSchema } from '../../../scripts/read-schema.ts';
import { databaseCopiedFrom } from '../../support/database-copy.ts';
import { template } from '../../support/global-setup.ts';

const committed = readFileSync('generated/schema.sql', 'utf8');

describe('the schema of a migrated database', () => {
  const client = databaseCopiedFrom(template);

  test('is generated/schema.sql: run `make generate` after a new migration', async () =>
    expect(await readSchema(client())).toBe(committed));

  test('reads the same with any settings of the session', async () => {
    await client().query("set timezone = 'America/New_York'; set intervalstyle = 'iso_8601'");
    await client().query("set search_path = ''; set quote_all_identifiers = on");
    expect(await readSchema(client())).toBe(committed);
    await client().query('reset all');
  });

  test.for([
    ["create type colour as enum ('RED')", 'the type colour'],
    ['create domain shade as text', 'the type shade'],
    ['create type pair as (a text)', 'the composite type pair'],
    ['create materialized view totals as select 1 as one', 'the materialized view totals'],
    ['alter table users enable row level security', 'the row security of users'],
    ['alter table users set (toast.autovacuum_enabled = off)', 'the storage of the long values of users'],
    ['alter table users alter column email set statistics 500', 'the column users.email'],
    ['alter table users disable trigger users_count_new', 'the trigger users_count_new'],
    ['create rule nothing as on delete to webhooks do instead nothing', 'the rule nothing'],
    ['create statistics together on email, username from users', 'the statistics together'],
    ["create procedure work() language sql as 'select 1'", 'the routine work'],
    ["comment on column users.email is 'x'", 'the comment on users'],
    ['create table more_users () inherits (users)', 'the child of users'],
  ] as const)('is refused when the text does not show all of it: %s', async ([change, named]) => {
    await client().query(change);
    await expect(readSchema(client())).rejects.toThrow(named);
  });
});

describe('an empty database into which generated/schema.sql was loaded', () => {
  const client = databaseCopiedFrom('template0');
  beforeAll(() => client().query(committed));

  test('has the same schema', async () => expect(await readSchema(client())).toBe(committed));

  test('makes the partitions of a migrated database', async () => {
    await client().query('select maintain_partitions()');
    const { rows } = await client().query("select from partitions where parent = 'deliveries'");
    expect(rows).toHaveLength(13);
    expect(await readSchema(client())).toBe(committed);
  });
});
