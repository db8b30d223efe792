import type { Tx } from '../platform/tx.ts';

/**
 * Does a change that may take a factor, a role or the account of an owner. `src/wiring.ts` names the function, which knows whether a
 * connection is enforced.
 */
export type KeepOwnersIn = <Result>(tx: Tx, baseUrl: string, work: () => Promise<Result>) => Promise<Result>;
