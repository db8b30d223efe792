// Both ways to the schema lead to the same database (docs/decisions/0109).
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSchema } from '../../scripts/read-schema.ts';
import { migrate } from '../../src/database/migrate.ts';
import { earlierRelease } from '../support/earlier-release.ts';
import { emptyDatabase, sourceProgram, type TestDatabase } from '../support/process.ts';
import { readCatalogue } from './catalogue.ts';
import { connected } from './findings.ts';

/** @returns what the release before printed */
async function migrateWithEarlier({ env }: TestDatabase): Promise<string> {
  const { MASTER_KEY: _unneeded, ...urls } = env;
  const program = sourceProgram(join(await earlierRelease(), 'src/main.ts'), { ...urls, MIGRATIONS: 'only' });
  expect(await program.ended, program.printed()).toBe(0);
  return program.printed();
}

test('a new database is the same as one that the release before has made and this one has upgraded', {
  timeout: 120_000,
}, async () => {
  const [upgraded, fresh] = [await emptyDatabase(), await emptyDatabase()];
  await migrateWithEarlier(upgraded);
  for (const { env } of [upgraded, fresh]) await migrate(env.MIGRATION_DATABASE_URL, 'keyward');
  const before = await connected(upgraded.env.MIGRATION_DATABASE_URL);
  const now = await connected(fresh.env.MIGRATION_DATABASE_URL);
  expect(await readSchema(now)).toBe(await readSchema(before));
  const lines = await readCatalogue(before);
  expect(await readCatalogue(now)).toEqual(lines);
  expect(lines.length).toBeGreaterThan(1_000);
  // After a rollback, the release before finds nothing to do, and changes nothing.
  expect(await migrateWithEarlier(fresh)).not.toContain('Applied');
  expect(await readCatalogue(now)).toEqual(lines);
});
