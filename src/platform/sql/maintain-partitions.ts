import type { Pool } from 'pg';
import { isLockTimeout } from '../../lib/error-code.ts';

/** Makes the partitions of the weeks and months to come. Blocks nobody; may run on several nodes at once. */
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
      await pool.query('select drop_partition($1)', [name]);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
  }
}
