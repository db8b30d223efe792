import { type EntityName, type FilterQuery, type FindOneOptions, LockMode } from '@mikro-orm/core';
import { Failure } from '../failure.ts';
import { type IfMatch, requireVersion } from './versions.ts';
import type { Tx } from './tx.ts';

declare const locked: unique symbol;

/**
 * A row that the transaction has locked. A function that relies on the lock asks for this type, so that a caller cannot
 * forget it.
 */
export type Locked<Row> = Row & { readonly [locked]: true };

/** A row that this transaction has created. No other transaction sees it before the commit. Give it no row that was found. */
export const ownRow = <Row extends object>(created: Row): Locked<Row> => created as Locked<Row>;

/**
 * Finds a row and locks it until the transaction ends.
 * @param options.orderBy decides which row is locked if there are several
 * @param options.filters switches filters of the entity off
 * @param options.skipsLocked passes over rows that another transaction has locked, instead of waiting for them
 */
export async function lockOne<Row extends object>(
  tx: Tx,
  entity: EntityName<Row>,
  where: FilterQuery<NoInfer<Row>>,
  {
    skipsLocked = false,
    ...options
  }: Pick<FindOneOptions<Row>, 'orderBy' | 'filters'> & { skipsLocked?: boolean } = {},
): Promise<Locked<Row> | undefined> {
  const lockMode = skipsLocked ? LockMode.PESSIMISTIC_PARTIAL_WRITE : LockMode.PESSIMISTIC_WRITE;
  const row: object | null = await tx.findOne(entity, where, { ...options, lockMode });
  return (row ?? undefined) as Locked<Row> | undefined;
}

/** Finds a row by its id and locks it until the transaction ends. @throws {Failure} `missing` if there is no such row */
export async function lockRow<Row extends { id: string }>(
  tx: Tx,
  entity: EntityName<Row>,
  id: string,
  missing: Failure['code'],
): Promise<Locked<Row>> {
  const row = await lockOne<Row>(tx, entity, { id } as FilterQuery<NoInfer<Row>>);
  if (!row) throw new Failure(missing);
  return row;
}

/**
 * As {@link lockRow}; checks the version too.
 * @throws {Failure} `missing` if there is no such row, PRECONDITION_FAILED
 */
export async function lockForChange<Row extends { id: string; version: number }>(
  tx: Tx,
  entity: EntityName<Row>,
  id: string,
  { ifMatch }: IfMatch,
  missing: Failure['code'],
): Promise<Locked<Row>> {
  const row = await lockRow(tx, entity, id, missing);
  requireVersion(row, ifMatch);
  return row;
}
