/**
 * The option of `em.execute` for a statement that Postgres parses and plans once for each connection, and whose values are all
 * bound. For texts that never differ: what runs for every request of a kind. A condition must not depend on a value that only a
 * plan for that value serves well, such as the size of a page.
 */
export const prepared: Readonly<Record<string, boolean>> = { prepared: true };
