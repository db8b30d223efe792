import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { files } from '../../../migrations/0105_schema.ts';
import { migrations } from '../../../migrations/index.ts';
import { replaced, schema } from '../../../migrations/replaced.ts';
import { migrationNames } from '../../../migrations/names.ts';
import { lackingMigrations } from '../../../src/database/lacking-migrations.ts';

test('the files of the folder are the migrations that run, in their order', () => {
  const files = readdirSync('migrations').flatMap((file) => /^(\d{4}_\w+)\.ts$/.exec(file)?.[1] ?? []);
  expect(migrationNames).toEqual(files.toSorted());
  expect(migrations.map(({ name }) => name)).toEqual(migrationNames);
});

test('no number of a migration that went is used again', () => {
  const numbers = migrationNames.map((name) => Number(name.slice(0, 4)));
  expect(numbers[0]).toBe(Number(schema.slice(0, 4)));
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
  expect(replaced.filter((name) => name >= schema)).toEqual([]);
});

test('the schema is made from all files of its folder, so a copy that lacks one is refused', () =>
  expect(files.map((file) => `${file}.sql`)).toEqual(readdirSync('migrations/schema').toSorted()));

describe('lackingMigrations', () => {
  const names = [schema, '0106_more'];

  test('takes all replaced migrations for the schema', () =>
    expect(lackingMigrations(new Set(replaced), names)).toEqual(['0106_more']));

  test.for([
    ['no migration', []],
    ['all replaced ones but one', replaced.slice(1)],
  ] as const)('counts the schema for a database that has had %s', ([, done]) =>
    expect(lackingMigrations(new Set(done), names)).toEqual(names),
  );
});
