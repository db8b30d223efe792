import type { Pool, PoolClient } from 'pg';
import { betweenBeginAndCommit } from './between-begin-and-commit.ts';

/**
 * Runs statements of a pool in one transaction, without the unit of work.
 * @param begin `begin`, and settings of the transaction
 */
export async function inTransactionOn<Result>(
  pool: Pick<Pool, 'connect'>,
  work: (client: PoolClient) => Promise<Result>,
  begin = 'begin',
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    const result = await betweenBeginAndCommit(() => work(client));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(true); // which rolls back
    throw error;
  }
}
