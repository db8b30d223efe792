import type { Pool, QueryConfig, QueryResultRow } from 'pg';
import { inTransactionOn } from './in-transaction-on.ts';

/**
 * Runs a statement that walks queues in the order of their indexes. Statistics say that next to nothing is owed, as all but a
 * few deliveries are finished: Postgres would then rather read each queue to its end and sort it. And what a crash of
 * Postgres makes of a claim that is not yet on its disk is the same as of an attempt that is not yet recorded: it is sent
 * again. So nobody waits for the disk.
 */
export async function walkQueues<Row extends QueryResultRow>(
  pool: Pick<Pool, 'connect'>,
  statement: QueryConfig,
): Promise<Row[]> {
  const begin = 'begin; set local enable_sort = off; set local synchronous_commit = off';
  const { rows } = await inTransactionOn(pool, (client) => client.query<Row>(statement), begin);
  return rows;
}
