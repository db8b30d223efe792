import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { neededExtensions, requireExtensions } from '../../src/database/extensions.ts';
import { migrate } from '../../src/database/migrate.ts';
import { emptyDatabase } from '../support/process.ts';

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

describe('the extensions that migrations create', () => {
  test('exist or can be created by the owner of the database, before and after migrations', async () => {
    const { env, sql } = await emptyDatabase();
    const client = await connected(env.MIGRATION_DATABASE_URL);
    await requireExtensions(client);
    await migrate(env.MIGRATION_DATABASE_URL, 'keyward');
    await requireExtensions(client);
    const made = await sql<{ extname: string }>('select extname from pg_extension');
    expect(made.map(({ extname }) => extname)).toEqual(expect.arrayContaining([...neededExtensions]));
  });

  test('are named with the package to install if the server lacks them', async () => {
    const { env } = await emptyDatabase();
    const client = await connected(env.MIGRATION_DATABASE_URL);
    await expect(requireExtensions(client, ['pg_trgm', 'no_such_one', 'nor_this'])).rejects.toThrow(
      /^the PostgreSQL server has no extension no_such_one and nor_this: install .*postgresql-contrib/,
    );
  });

  test('are named with the command to run if the role may not create them', async () => {
    const { env, sql } = await emptyDatabase();
    const [database] = await sql<{ name: string; me: string }>(
      'select current_database() as name, current_user as me',
    );
    await sql(`alter database ${database?.name} owner to ${database?.me}`);
    await expect(migrate(env.MIGRATION_DATABASE_URL, 'keyward')).rejects.toThrow(
      `the role keyward_owner may not create the extension pg_trgm and btree_gin in the database ${database?.name}: ` +
        'make it the owner of the database, or run there as a superuser: create extension pg_trgm; create extension btree_gin;',
    );
    expect(await sql("select from pg_tables where schemaname = 'public'")).toEqual([]);
    await sql('create extension pg_trgm');
    const client = await connected(env.MIGRATION_DATABASE_URL);
    await expect(requireExtensions(client)).rejects.toThrow(/superuser: create extension btree_gin;$/);
    await sql('create extension btree_gin');
    await requireExtensions(client);
  });
});
