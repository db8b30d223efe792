import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Does a change that may take a factor, a role or the account of an owner. `src/wiring.ts` names the function, which knows whether a
 * connection is enforced.
 */
export type KeepOwnersIn = <Result>(
  em: EntityManager,
  baseUrl: string,
  work: () => Promise<Result>,
) => Promise<Result>;
