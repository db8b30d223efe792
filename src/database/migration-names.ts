import { readdirSync } from 'node:fs';
import { hasSchema, schema } from '../../migrations/replaced.ts';

const folder = new URL('../../migrations/', import.meta.url);

/** The migrations of this release, in order, by their files. A start that has none to run does not load them. */
export function migrationNames(): string[] {
  return readdirSync(folder)
    .flatMap((file) => /^(\d{4}_\w+)\.ts$/.exec(file)?.[1] ?? [])
    .toSorted();
}

/**
 * Returns the migrations of this release that a database lacks. If it has had all that `0105_schema` replaces, it does not lack that one,
 * although `migrate` has not noted it yet.
 * @param done the names of the migrations that it has had
 */
export const lackingMigrations = (done: ReadonlySet<string>, names = migrationNames()): string[] =>
  names.filter((name) => !done.has(name) && !(name === schema && hasSchema(done)));
