import { tracingChannel } from 'node:diagnostics_channel';

/** Tests watch this channel: a transaction may await only the database. */
const transactions = tracingChannel('keyward.transaction');

/** Runs the work of a transaction. All code that begins a transaction calls this between begin and commit. */
export const betweenBeginAndCommit = <Result>(work: () => Promise<Result>): Promise<Result> =>
  transactions.tracePromise(work, {});
