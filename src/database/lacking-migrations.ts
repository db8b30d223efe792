import { migrationNames } from '../../migrations/names.ts';
import { hasSchema, schema } from '../../migrations/replaced.ts';

/**
 * Returns the migrations of this release that a database lacks. If it has had all that `0105_schema` replaces, it does not lack that one,
 * although `migrate` has not noted it yet.
 * @param done the names of the migrations that it has had
 */
export const lackingMigrations = (done: ReadonlySet<string>, names = migrationNames): string[] =>
  names.filter((name) => !done.has(name) && !(name === schema && hasSchema(done)));
