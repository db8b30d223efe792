/**
 * The option of `em.execute` for a statement that Postgres parses and plans once for each connection, and whose values are all
 * bound. For texts that never differ: those that run for every request of a kind. The plan is one for all values, so a condition must
 * not depend on a value that only a plan for that value serves well, such as the size of a page.
 * @param name of this text alone; traces show it
 */
export const prepared = (name: string): Readonly<Record<string, string>> => ({ prepared: name });
