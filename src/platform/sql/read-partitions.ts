import type { Pool } from 'pg';

/** How the partitions of one table stand. */
export interface PartitionStats {
  table: string;
  /** For how long rows will find a partition, if nobody makes another; negative when none does any more. */
  secondsAhead: number;
  /** Partitions past their retention that are still there. */
  overdue: number;
}

/** Reads it from the catalogue, table by table. */
export async function readPartitions(pool: Pool): Promise<PartitionStats[]> {
  const { rows } = await pool.query<PartitionStats>({ name: 'read-partitions', text });
  return rows;
}

const text = `
select parent as table, extract(epoch from max(ends) - now())::float8 as "secondsAhead",
       count(*) filter (where overdue)::int as overdue
  from partitions group by parent order by parent`;
