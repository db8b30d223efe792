import { tracingChannel } from 'node:diagnostics_channel';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import type { TransactionOptions } from '@mikro-orm/postgresql';
import { numbered, type Sql } from '../../lib/sql.ts';
import type { OpenTx, Tx } from '../tx.ts';

/** Tests watch this channel: a transaction may await only the database. */
const transactions = tracingChannel('keyward.transaction');

/** Runs the work of a transaction. All code that begins a transaction calls this between begin and commit. */
export const betweenBeginAndCommit = <Result>(work: () => Promise<Result>): Promise<Result> =>
  transactions.tracePromise(work, {});

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

/** Runs several reads in one transaction. */
export const readTogether = <Result>(
  tx: Tx,
  read: (tx: Tx) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> =>
  (tx as OpenTx).transactional((inner) => betweenBeginAndCommit(() => read(inner)), options);

/**
 * Runs a statement that walks queues in the order of their indexes. Statistics say that next to nothing is open,
 * because all but a few deliveries are finished. Postgres would then rather read each queue to its end and sort it. The
 * transaction does not wait for the disk. If Postgres crashes, a claim that is not yet on its disk is like an attempt
 * that is not yet recorded: it is sent again.
 */
export async function walkQueues<Row extends QueryResultRow>(
  pool: Pick<Pool, 'connect'>,
  statement: Sql,
): Promise<Row[]> {
  const begin = 'begin; set local enable_sort = off; set local synchronous_commit = off';
  const { rows } = await inTransactionOn(pool, (client) => client.query<Row>(numbered(statement)), begin);
  return rows;
}
