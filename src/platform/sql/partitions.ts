import type { Pool } from 'pg';
import { isLockTimeout } from '../../lib/error-code.ts';
import { named, numbered, sql } from '../../lib/sql.ts';

/**
 * Makes the partitions of the weeks and months to come. Blocks no other statement; may run on several nodes at once.
 */
export async function makePartitions(pool: Pool): Promise<void> {
  await pool.query('select maintain_partitions()');
}

/**
 * Drops the partitions that are wholly past their retention, each in a transaction of its own. One whose table is in use
 * keeps everybody waiting for a fifth of a second at most, and is left to the next run.
 */
export async function dropOldPartitions(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    'select name from partitions where overdue order by ends, name',
  );
  for (const { name } of rows) {
    try {
      await pool.query(numbered(sql`select drop_partition(${name})`));
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
  }
}

/** How the partitions of one table stand. */
export interface PartitionStats {
  table: string;
  /** For how long rows will find a partition, if no process makes another; negative when none does any more. */
  secondsAhead: number;
  /** Partitions past their retention that are still there. */
  overdue: number;
}

/** Reads it from the catalogue, table by table. */
export async function readPartitions(pool: Pool): Promise<PartitionStats[]> {
  const { rows } = await pool.query<PartitionStats>(numbered(named('read-partitions', stats)));
  return rows;
}

const stats = sql`
select parent as table, extract(epoch from max(ends) - now())::float8 as "secondsAhead",
       count(*) filter (where overdue)::int as overdue
  from partitions group by parent order by parent`;
