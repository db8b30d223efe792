import { sql, type Sql } from '../../lib/sql.ts';

/**
 * A condition that the planner finds no rows by, for statements that find their row by its key. A plan is made once and stays until
 * Postgres analyzes the table. For a table that was empty or small then, an index on the other columns looks as cheap as the key:
 * `expires_at > now()` would read all rows that have not expired. A partial index that this condition implies is not used either.
 */
export const withoutIndex = (condition: Sql): Sql => sql`(${condition}) is true`;
