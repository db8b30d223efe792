import type { Pool } from 'pg';

/** Reads which migrations the database has had. */
export async function readMigrations(pool: Pick<Pool, 'query'>): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>({ name: 'read-migrations', text });
  return new Set(rows.map(({ name }) => name));
}

const text = 'select name from migrations';
