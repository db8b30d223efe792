/**
 * How long other changes of the schema wait for a lock. It is shorter than the `lock_timeout` of requests (src/database/open.ts), so
 * that a request that waits behind such a statement still succeeds.
 */
export const lockTimeout = '1s';
