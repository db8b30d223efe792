import { raw } from '@mikro-orm/postgresql';
import { folded } from '../../lib/name-key.ts';
import { likeAnywhere } from '../../lib/rows.ts';
import { sql, type Sql, type SqlValue, type Shared } from '../../lib/sql.ts';

/** A function of the database that gives all spellings of a text one key (docs/decisions/0098). */
export type Key = 'sign_in_key' | 'name_key' | 'folded';

/**
 * Returns the SQL of a row whose key is another text than its lower case. Partial indexes hold these rows. All other rows are found by
 * their lower case.
 */
export const isRespelled = (column: string, key: Key): Sql =>
  sql.raw(`${key}(${column}) <> lower(${column})`);

/** The same with the key as the left side of a comparison, in the order of its indexes. */
export const isRespelledAs = (column: string, key: Key): Sql =>
  sql`${isRespelled(column, key)} and ${sql.raw(`${key}(${column})`)} collate "C"`;

/** Returns a condition that is true for each spelling of a text. Two indexes answer it: that of the lower case, and that of the keys. */
export const isSpelled = (column: string, value: SqlValue | Shared | Sql, key: Key): Sql => {
  const asked = sql`${sql.raw(key)}(${value})`;
  return sql`(${sql.raw(`lower(${column})`)} = ${asked} or ${isRespelledAs(column, key)} = ${asked})`;
};

/**
 * Returns the SQL of a pattern for a folded text. The value is folded first: a wide percent sign folds to a wildcard.
 * @param before `%` if other text may stand before the value
 */
export const foldedPattern = (value: SqlValue | Shared | Sql, before: '%' | '', after: '%' | ''): Sql =>
  sql`${sql.raw(`'${before}'`)} || regexp_replace(folded(${value}), '([\\\\%_])', '\\\\\\1', 'g') || ${sql.raw(`'${after}'`)}`;

/**
 * Returns a condition that is true if a text contains a value, in any spelling. Two trigram indexes answer it.
 * @param value what is searched; the condition has it twice
 */
export const contains = (column: string, value: SqlValue | Shared | Sql): Sql => {
  const pattern = foldedPattern(value, '%', '%');
  const [plain, key] = [sql.raw(column), sql.raw(`folded(${column})`)];
  return sql`(${plain} ilike ${pattern} or ${isRespelled(column, 'folded')} and ${key} like ${pattern})`;
};

/**
 * Returns the filter of entities whose name contains what is searched, in any spelling. Without a search, it selects all of them. No
 * index answers it, so use it for entities that are few in a tenant.
 */
export const nameContains = (search: string | undefined) =>
  search === undefined
    ? {}
    : { [raw((alias) => `folded(${alias}.name)`)]: { $like: likeAnywhere(folded(search)) } };
