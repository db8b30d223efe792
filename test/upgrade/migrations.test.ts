// Gates for every migration since the commit in test/upgrade/from (docs/decisions/0082).
import type { Migration } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConcurrentMigration } from '../../migrations/concurrently.ts';
import { migrations } from '../../migrations/index.ts';
import { migratingOptions } from '../../mikro-orm.config.ts';
import { createOrganization, describeOrganization } from '../../src/database/bootstrap.ts';
import { openDatabase } from '../../src/database/open.ts';
import { camelCase } from '../../src/lib/camel-case.ts';
import { earlierFile, earlierUses } from '../support/earlier-release.ts';
import { emptyDatabase, migratedDatabase } from '../support/process.ts';
import { type Finding, judge, smallTables, statementsOf } from './judge.ts';

/**
 * Findings that are right all the same, as `<migration> <rule> <what>`. Each line says why nodes of the release before lose nothing
 * and wait for nothing.
 */
const exempt: readonly string[] = [
  // No statement has `on conflict (token_hash)`, and the hash alone was unique before.
  ...['scim_tokens', 'invitations', 'wrapped_secrets', 'mailed_links'].flatMap((table) => [
    `0081_tenants_in_keys removes CREATE UNIQUE INDEX ON public.${table} USING btree (token_hash) `,
    `0081_tenants_in_keys refuses CREATE UNIQUE INDEX ON public.${table} USING btree (token_hash, org_id) `,
  ]),
  // The same columns in another order. No statement has `on conflict` with them.
  '0085_indexes_of_keys removes CREATE UNIQUE INDEX ON public.oidc_artifacts USING btree (org_id, model, alias_hash) ',
  '0085_indexes_of_keys refuses CREATE UNIQUE INDEX ON public.oidc_artifacts USING btree (alias_hash, org_id, model) ',
];

const names: string[] = [...earlierFile('migrations/index.ts').matchAll(/name: '(\d{4}_\w+)'/g)].map(
  ([, name = '']) => name,
);
const later = migrations.filter(({ name }) => !names.includes(name));

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Whether the code of the release before names what a migration removes, as a column or as a property. */
function isUsed({ rule, what }: Finding): boolean {
  if (rule !== 'removes') return true;
  const word = what.replace(/\(.*/, '').split('.').at(-1) ?? '';
  return what.includes('UNIQUE') || earlierUses([word, camelCase(word)]).length > 0;
}

async function findingsOf(client: pg.Client, migration: Migration): Promise<Finding[]> {
  const found = await judge(client, await statementsOf(migration), migration.isTransactional());
  return found.filter(isUsed);
}

describe('the migrations since the release before', () => {
  test('still contain all of that release', () =>
    expect(names.filter((name) => !migrations.some((one) => one.name === name))).toEqual([]));

  test('rewrite no large table, read none under a lock, and remove nothing that the release before reads', {
    timeout: 60_000,
  }, async () => {
    const { env } = await emptyDatabase();
    const url = env.MIGRATION_DATABASE_URL;
    const options = await migratingOptions(url);
    const orm = await MikroORM.init({
      ...options,
      migrations: { ...options.migrations, silent: true },
      logger: () => undefined,
    });
    onTestFinished(() => orm.close(true));
    await orm.migrator.up({ to: names.at(-1) ?? '' });
    // Rows, so that an update or a scan finds some.
    const database = await openDatabase(url, 5);
    await database.orm.em.getConnection().execute('select maintain_partitions()');
    await createOrganization(database.orm, describeOrganization('Rows'), {
      onlyIfFirst: false,
      announce: () => undefined,
    });
    await database.close();
    const client = await connected(url);
    const found: string[] = [];
    for (const { name, class: made } of later) {
      const migration = new made(orm.em.getDriver(), orm.config);
      for (const { rule, what, sentence } of await findingsOf(client, migration))
        found.push(`${name} ${rule} ${what} (${sentence})`);
    }
    expect(found.filter((one) => !exempt.some((line) => one.startsWith(line)))).toEqual([]);
  });
});

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
