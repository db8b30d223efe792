import type { EntityManager } from '@mikro-orm/postgresql';

/** Runs work in a transaction of the tenant. */
export type InTransaction = <Result>(work: (em: EntityManager) => Promise<Result>) => Promise<Result>;
