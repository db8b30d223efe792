// The judge of migrations is right about statements whose effect is known.
import { MikroORM } from '@mikro-orm/postgresql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConcurrentMigration } from '../../migrations/concurrently.ts';
import { migratingOptions } from '../../mikro-orm.config.ts';
import { migratedDatabase } from '../support/process.ts';
import { connected, findingsOf, isUsed } from './findings.ts';
import { type Finding, judge, smallTables } from './judge.ts';

describe('the judge of migrations', () => {
  const judged = async (...statements: string[]): Promise<string[]> => {
    const { env } = await migratedDatabase();
    const client = await connected(env.MIGRATION_DATABASE_URL);
    return (await judge(client, statements, true)).map(({ rule, what }) => `${rule} ${what}`);
  };

  test.for([
    ['alter table users add column colour text'],
    ["alter table users add column colour text not null default 'red'"],
    ['alter table users add column since timestamptz not null default now()'],
    ['create table colours (id int primary key); create index on colours (id); update colours set id = 2'],
    ['alter table webhooks alter column name set default $$x$$'],
    ['create index on webhooks (name)'],
    ['drop index users_with_role'],
  ] as const)('accepts: %s', async ([statement]) => expect(await judged(statement)).toEqual([]));

  test.for([
    ['alter table users add column colour uuid default gen_random_uuid()', 'rewrites users'],
    ['alter table identities alter column description type varchar(300)', 'refuses identities.description'],
    ['alter table users alter column first_name set not null', 'reads under a lock users'],
    ['alter table users alter column first_name set not null', 'refuses users.first_name'],
    ["alter table users add check (email <> '')", 'reads under a lock users'],
    ['alter table users add column colour text not null', 'refuses users.colour'],
    ['create index on users (first_name)', 'locks for long users'],
    ['create index on events (type)', 'locks for long events'],
    ["update users set first_name = ''", 'changes rows users'],
    ['alter table identities drop column description', 'removes identities.description'],
    ['alter table users rename first_name to given_name', 'removes users.first_name'],
    ['alter table webhooks rename to hooks', 'removes webhooks'],
    ['drop function new_id(text)', 'removes new_id(text)'],
    ['lock table users in exclusive mode', 'locks for long users'],
    [
      'alter table webhooks add column colour text; alter table tenants add column colour text',
      'locks a second table webhooks',
    ],
  ] as const)('refuses: %s', async ([statement, finding]) => {
    expect(await judged(statement)).toContain(finding);
  });

  test('lets a removal pass only if the release before does not name it', () => {
    const removes = (what: string): Finding => ({ rule: 'removes', what, sentence: '' });
    expect(isUsed(removes('webhooks.last_success_at'))).toBe(true);
    expect(isUsed(removes('webhooks.no_such_column'))).toBe(false);
  });

  test('accepts only concurrent indexes without a transaction', async () => {
    class Mixed extends ConcurrentMigration {
      override up(): void {
        this.createIndex('users_by_name', 'on users (org_id, first_name)');
        this.dropIndex('users_with_role');
        this.addSql('alter table users add column colour text');
      }
    }
    const { env } = await migratedDatabase();
    const client = await connected(env.MIGRATION_DATABASE_URL);
    const options = await migratingOptions(env.MIGRATION_DATABASE_URL);
    const orm = await MikroORM.init({ ...options, logger: () => undefined });
    onTestFinished(() => orm.close(true));
    const found = await findingsOf(client, new Mixed(orm.em.getDriver(), orm.config));
    expect(found.map(({ rule }) => rule)).toEqual(['is not concurrent']);
  });

  test('knows only tables that exist as small ones', async () => {
    const { sql } = await migratedDatabase();
    const tables = await sql<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
    );
    const known = new Set(tables.map(({ name }) => name));
    expect(smallTables.filter((name) => !known.has(name))).toEqual([]);
  });
});
