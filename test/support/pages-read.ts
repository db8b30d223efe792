import type { Pool } from 'pg';

/**
 * Counts the pages of tables, with those of their indexes, that statements look at. They run on one connection of the pool, one after the
 * other, by the plans that this connection keeps.
 */
export async function pagesRead(
  pool: Pool,
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<number> {
  const counted = async (): Promise<number> => {
    const { rows } = await pool.query<{ pages: number }>(pages, [tables]);
    return rows[0]?.pages ?? 0;
  };
  // A connection knows what it reads within a transaction. The statistics of all have what other connections tell ten seconds late.
  await pool.query('begin');
  try {
    const before = await counted();
    await work();
    return (await counted()) - before;
  } finally {
    await pool.query('commit');
  }
}

const pages = `
select sum(pg_stat_get_xact_blocks_fetched(r.oid))::int as pages
  from (select oid from pg_class where relname = any($1)
        union all select i.indexrelid from pg_index i join pg_class c on c.oid = i.indrelid where c.relname = any($1)) r`;
