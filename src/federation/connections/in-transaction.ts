import type { Tx } from '../../platform/tx.ts';

/** Runs work in a transaction of the tenant. */
export type InTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
