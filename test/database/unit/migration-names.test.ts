import { expect, test } from 'vitest';
import { migrations } from '../../../migrations/index.ts';
import { migrationNames } from '../../../src/database/migration-names.ts';

test('the files of the folder are the migrations that run, in their order', () =>
  expect(migrationNames()).toEqual(migrations.map(({ name }) => name)));
