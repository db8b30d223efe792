import type { Pool } from 'pg';

/** Reads the names of the tables of the database. */
export async function readTables(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>({ name: 'read-tables', text });
  return rows.map(({ name }) => name);
}

const text =
  "select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = to_regnamespace('public')";
