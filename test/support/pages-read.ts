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
    await pool.query('select pg_stat_force_next_flush()');
    const { rows } = await pool.query<{ pages: number }>(pages, [tables]);
    return rows[0]?.pages ?? 0;
  };
  const before = await counted();
  await work();
  return (await counted()) - before;
}

const pages = `
select sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::int as pages
  from pg_statio_user_tables where relname = any($1)`;
