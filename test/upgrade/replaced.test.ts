// Databases that had the migrations before `0105_schema` (docs/decisions/0109).
import { expect, test } from 'vitest';
import { lastCommit, replaced, schema } from '../../migrations/replaced.ts';
import { migrate } from '../../src/database/migrate.ts';
import { requireMigrated } from '../../src/database/require-migrated.ts';
import { migratedDatabase, type TestDatabase } from '../support/process.ts';
import { readCatalogue } from './catalogue.ts';
import { connected } from './findings.ts';

/** A database as the last commit before leaves it, without some of its migrations. */
async function aDatabaseOfBefore(without: readonly string[] = []): Promise<TestDatabase> {
  const database = await migratedDatabase();
  await database.sql('delete from migrations where name = any ($1)', [[schema, ...without]]);
  return database;
}

/** In the order in which they ran, without later ones. */
const namesIn = ({ sql }: TestDatabase): Promise<object[]> =>
  sql('select name, executed_at from migrations where name <= $1 order by id', [schema]);

test('a database with all of them is recognized: the schema is noted as run, and nothing else changes', async () => {
  const database = await aDatabaseOfBefore();
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = database.env;
  const client = await connected(MIGRATION_DATABASE_URL);
  const [names, lines] = [await namesIn(database), await readCatalogue(client)];
  expect(names).toMatchObject(replaced.map((name) => ({ name })));
  // A node with MIGRATIONS=off starts before the schema is noted.
  await requireMigrated(DATABASE_URL);

  const said: string[] = [];
  for (const _ of [1, 2]) await migrate(MIGRATION_DATABASE_URL, 'keyward', (text) => said.push(text));
  expect(said).toEqual([`Applied 1 migration, up to ${schema}`]);
  expect(await namesIn(database)).toMatchObject([...names, { name: schema }]);
  expect(await readCatalogue(client)).toEqual(lines);
});

test('a database that lacks some of them is refused, with the commit to use first', async () => {
  const database = await aDatabaseOfBefore([replaced[0] ?? '', replaced.at(-1) ?? '']);
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = database.env;
  const client = await connected(MIGRATION_DATABASE_URL);
  const [names, lines] = [await namesIn(database), await readCatalogue(client)];
  const sentence =
    `the database has had only ${replaced.length - 2} of the ${replaced.length} migrations that ${schema} replaces. ` +
    `Migrate it once with the last commit that has the others (git checkout ${lastCommit}, then make migrate). Then use this release again.`;
  await expect(migrate(MIGRATION_DATABASE_URL, 'keyward')).rejects.toThrow(new Error(sentence));
  await expect(requireMigrated(DATABASE_URL)).rejects.toThrow(new Error(sentence));
  expect(await namesIn(database)).toEqual(names);
  expect(await readCatalogue(client)).toEqual(lines);
});

test('a new database gets their names before the schema, so that the commit before finds nothing to do', async () =>
  expect(await namesIn(await migratedDatabase())).toMatchObject(
    [...replaced, schema].map((name) => ({ name })),
  ));
