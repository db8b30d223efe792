import type { Pool } from 'pg';
import { isForeignKeyViolation, isLockTimeout, isStatementTimeout } from '../lib/error-code.ts';
import { newId } from '../lib/id.ts';
import type { Log } from '../platform/log.ts';
import { operatorTenancy } from '../platform/operator-tenancy.ts';
import { inTransaction } from '../platform/tenancy.ts';
import type { Orm } from '../platform/tx.ts';
import { erasedTables } from './erased-tables.ts';
import {
  beginErasure,
  type Erasure,
  type ErasedTable,
  eraseRows,
  noteSwept,
  removeTenants,
  rowsToErase,
  tenantsToSweep,
} from './sql/erasing.ts';
import { recordOperatorAct } from './sql/operator-audit.ts';

/** Rows that one statement removes. It holds their locks, and no others, for some milliseconds. */
const block = 1_000;

/** Rows that are looked for at once. A look reads past rows that were removed since Postgres last tidied up, so there are few looks. */
const mostFound = 50 * block;

/** Tenants that one run looks at again. */
const mostSwept = 20;

interface Parts {
  orm: Orm;
  pool: Pool;
  log: Pick<Log, 'info' | 'warn'>;
  /** Whether there is time for another statement. */
  goesOn: () => boolean;
}

/**
 * Erases organizations whose time of grace is over, one after the other, a block of rows at a time. Each block is a transaction of its own.
 * The rows that are left are the only record of how far it is. So it may be killed at any moment, and may run on several nodes at once.
 * The next run goes on where this one ends. If one cannot be finished, the log says why, and the run goes on with the next one.
 * @throws at the end, if the erasure of an organization failed by a fault
 */
export async function eraseOrganizations(parts: Parts): Promise<void> {
  const errors: unknown[] = [];
  let stuck: Erasure | undefined;
  while (parts.goesOn()) {
    const erasure = await beginErasure(parts.pool, stuck);
    if (!erasure) break;
    try {
      if (await eraseOne(parts, erasure)) continue;
    } catch (error) {
      if (!isPassing(error)) errors.push(error);
      parts.log.warn(
        { orgId: erasure.id, since: erasure.since, ...placeOf(error), err: error },
        'the erasure of an organization does not go on',
      );
    }
    stuck = erasure;
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} organizations were not erased`);
}

/** The table and the foreign key that Postgres names. */
const placeOf = (error: unknown): { table?: unknown; constraint?: unknown } => {
  const { table, constraint } = Object(error) as Record<string, unknown>;
  return table === undefined ? {} : { table, constraint };
};

/** A task of the clock wrote rows meanwhile, or another transaction holds locks or old rows. The next run tries again. */
const isPassing = (error: unknown): boolean =>
  isForeignKeyViolation(error) || isLockTimeout(error) || isStatementTimeout(error);

/** @returns whether nothing is left of the organization */
async function eraseOne({ orm, pool, log, goesOn }: Parts, erasure: Erasure): Promise<boolean> {
  if (!erasure.isWhole)
    throw new Error(`the tenants of ${erasure.id} have different times of erasure. Give both the same`);
  for (const table of erasedTables)
    for (const orgId of erasure.orgIds)
      if (!(await eraseTable({ orm, pool, goesOn }, orgId, table)).isDone) return false;
  if (await end(orm, erasure)) log.info({ orgId: erasure.id }, 'an organization was erased');
  return true;
}

/**
 * Removes the rows of a tenant from one table, block by block.
 * @returns how many, and whether there was time for all of them. Rows that another transaction holds stay
 */
async function eraseTable(
  { orm, pool, goesOn }: Omit<Parts, 'log'>,
  orgId: string,
  table: ErasedTable,
): Promise<{ removed: number; isDone: boolean }> {
  let removed = 0;
  for (;;) {
    if (!goesOn()) return { removed, isDone: false };
    let found = 0;
    const before = removed;
    for (const { part, places } of await look(orm, orgId, table)) {
      found += places.length;
      for (let at = 0; at < places.length; at += block) {
        if (!goesOn()) return { removed, isDone: false };
        removed += await eraseRows(pool, orgId, { part, places: places.slice(at, at + block) });
      }
    }
    // Where all that was found is held by others, the next look would find the same.
    if (found < mostFound || removed === before) return { removed, isDone: true };
  }
}

/** A transaction of its own, because its time is bounded. */
const look = (orm: Orm, orgId: string, table: ErasedTable): ReturnType<typeof rowsToErase> =>
  inTransaction(orm, operatorTenancy, (tx) => rowsToErase(tx, orgId, table, mostFound));

/** Removes the two tenants and records it. @returns whether this node did it, and no other */
const end = (orm: Orm, erasure: Erasure): Promise<boolean> =>
  inTransaction(orm, operatorTenancy, async (tx) => {
    const gone = await removeTenants(tx, erasure);
    if (!gone) return false;
    await recordOperatorAct(tx, {
      id: newId('aud'),
      action: 'organization.erase',
      key: null,
      targetId: erasure.id,
      targetName: gone.name,
      result: 'SUCCESS',
      code: null,
      reason: 'The time of grace after its closing was over.',
      requestId: null,
      ipAddress: null,
      userAgent: null,
      changes: erasure.orgIds
        .filter((orgId) => orgId !== erasure.id)
        .map((orgId) => ({ field: 'testOrgId', from: orgId, to: null })),
    });
    return true;
  });

/**
 * Looks at tenants that were erased an hour ago or earlier, and removes rows that came after them. A process may hold a use, a count or an
 * attempt in its memory for some seconds, and tables without a foreign key take it. A tenant is looked at until a run finds nothing.
 * @throws at the end, if a look failed. The others were made
 */
export async function sweepErased({ log, ...parts }: Parts): Promise<void> {
  const errors: unknown[] = [];
  for (const orgId of await tenantsToSweep(parts.pool, mostSwept)) {
    try {
      await sweep(parts, orgId);
    } catch (error) {
      if (!isPassing(error)) errors.push(error);
      log.warn({ orgId, err: error }, 'late rows of an erased organization were not removed');
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} tenants were not looked at`);
}

async function sweep(parts: Omit<Parts, 'log'>, orgId: string): Promise<void> {
  let late = 0;
  for (const table of erasedTables) {
    const { removed, isDone } = await eraseTable(parts, orgId, table);
    if (!isDone) return;
    late += removed;
  }
  if (late === 0) await noteSwept(parts.pool, orgId);
}
