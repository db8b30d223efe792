import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Sql } from '../lib/sql.ts';

/**
 * A transaction of one tenant, or of the process. Entities are read and changed by MikroORM, which writes their changes with `flush`.
 * Everything else is a statement of ours.
 */
export interface Tx
  extends Statements,
    Pick<
      EntityManager,
      | 'count'
      | 'create'
      | 'find'
      | 'findAndCount'
      | 'findOne'
      | 'findOneOrFail'
      | 'flush'
      | 'getFilterParams'
      | 'map'
      | 'refresh'
      | 'remove'
    > {}

/** Runs statements. One that has no name is planned for its values. */
export interface Statements {
  /** @returns the rows of a statement */
  rows<Row extends object>(statement: Sql): Promise<Row[]>;
  /** @returns the first row of a statement, if it has one */
  row<Row extends object>(statement: Sql): Promise<Row | undefined>;
  /** @returns how many rows a statement changed, or read */
  run(statement: Sql): Promise<number>;
  /** @returns whether a statement changed, or read, a row */
  has(statement: Sql): Promise<boolean>;
}

/** A {@link Tx} as those see it that begin and end one: `tenancy.ts` and `sql/transactions.ts`. */
export type OpenTx = EntityManager & Statements;

/** Opens each {@link Tx}. */
export type Orm = MikroORM<OpenTx>;
