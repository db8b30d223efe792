/**
 * The option of `em.execute` for a statement that Postgres parses and plans once for each connection, and whose values are all
 * bound. For texts that never differ: those that run for every request of a kind. The plan is one for all values, so a condition must
 * not depend on a value that only a plan for that value serves well, such as the size of a page.
 * @param name of this text alone; traces show it
 */
export const prepared = (name: string): Readonly<Record<string, string>> => ({ prepared: name });

/**
 * As {@link prepared}, for a statement that needs no transaction around it: a read that locks nothing, or the only change of a
 * transaction, as its last statement. If nothing before it began the transaction, it runs without `begin` (src/database/begin-late.ts).
 */
export const preparedAlone = (name: string): Readonly<Record<string, string>> => ({
  ...prepared(name),
  alone: 'yes',
});
