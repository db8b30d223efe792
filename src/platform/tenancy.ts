import { Failure } from '../failure.ts';
import { sql } from '../lib/sql.ts';
import { letWait, letWaitAs } from './at-end.ts';
import { letWriteLast } from './last-writes.ts';
import { letAsk, letAskAs, preparing } from './beforehand.ts';
import { operatorTenancy } from './operator-tenancy.ts';
import { type Tenancy, tenancyOf } from './entities/owned.ts';
import { type Clock, clockColumns } from './sql/clock.ts';
import { betweenBeginAndCommit } from './sql/transactions.ts';
import type { OpenTx, Orm, Tx } from './tx.ts';

export type { Clock };

export type Tenant = Omit<Tenancy, 'now'>;

/** Lets a transaction see one tenant from now on. */
export const setTenancy = (tx: Tx, tenancy: Tenancy): void => (tx as OpenTx).setFilterParams('org', tenancy);

/**
 * Works on a tenant within a transaction of an operator, flushes, and returns to the tenancy of operators.
 * @throws {Error} in a transaction of a tenant, which works on no other tenant
 */
export async function inTenancy<Result>(
  tx: Tx,
  tenant: Tenant,
  work: () => Promise<Result>,
): Promise<Result> {
  const own = tenancyOf(tx);
  if (own.orgId !== operatorTenancy.orgId) throw new Error('only an operator enters a tenant');
  setTenancy(tx, { ...tenant, now: own.now });
  try {
    const result = await work();
    await tx.flush();
    return result;
  } finally {
    setTenancy(tx, own);
  }
}

/** Makes a {@link Tx} that sees one tenant. `now` is Postgres's time. */
export function forkFor(orm: Orm, { orgId, environment }: Tenant, now: Date): Tx {
  const tx = orm.em.fork();
  setTenancy(tx, { orgId, environment, now });
  return tx;
}

/**
 * Runs `work` in one transaction and flushes once, at its end. Then it writes what `writeLast` was asked for. Without `keep` it all
 * is rolled back, unflushed. Values
 * that `work` asks for with `beforehand` are made without a connection; `work` then runs again from its beginning.
 */
export const transactionally = <Result>(
  orm: Orm,
  work: (tx: Tx) => Promise<Result>,
  { keep = true }: { keep?: boolean } = {},
): Promise<Result> =>
  preparing(async (made) => {
    const tx = orm.em.fork();
    letAsk(tx, made);
    const end = letWait(tx);
    const writeWaiting = letWriteLast(tx);
    await tx.begin();
    try {
      const result = await betweenBeginAndCommit(async () => {
        const done = await work(tx);
        if (keep) await tx.flush();
        await writeWaiting();
        return done;
      });
      await (keep ? tx.commit() : tx.rollback());
      end();
      return result;
    } catch (error) {
      // Fails where the connection is lost; why it all failed is what the caller must know.
      await tx.rollback().catch(() => undefined);
      if (error instanceof Failure) end();
      throw error;
    }
  });

/**
 * Does a step of a transaction of a tenant. The step has entities of its own, and at its end it flushes and writes what `writeLast` was asked
 * for, as a transaction of its own does.
 */
export async function inStep<Result>(
  tx: Tx,
  work: (step: Tx, now: Date) => Promise<Result>,
): Promise<Result> {
  const step = (tx as OpenTx).fork({ keepTransactionContext: true });
  const tenancy = tenancyOf(tx);
  setTenancy(step, tenancy);
  letAskAs(step, tx);
  letWaitAs(step, tx);
  const writeWaiting = letWriteLast(step);
  const result = await work(step, tenancy.now);
  await step.flush();
  await writeWaiting();
  return result;
}

class TakenBack extends Error {}

/** Does a step of a transaction as {@link inStep}, and takes it back. The transaction goes on. */
export async function takingBack(tx: Tx, work: (step: Tx, now: Date) => Promise<unknown>): Promise<void> {
  const undone = async (step: Tx, now: Date): Promise<never> => {
    await work(step, now);
    await step.flush();
    throw new TakenBack();
  };
  await tx.run(sql`savepoint step`);
  try {
    await inStep(tx, undone);
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  } finally {
    // Without the release, all that follows would be part of the savepoint.
    await tx.run(sql`rollback to savepoint step; release savepoint step`);
  }
}

/** A savepoint that moves on with its transaction. */
export interface MovingSavepoint {
  /** Takes back what the transaction did since. */
  back: () => Promise<unknown>;
  move: () => Promise<unknown>;
}

/** Sets a savepoint. What the transaction does from now on has another number than the transaction, so it suits one that is taken back. */
export async function movingSavepoint(tx: Tx): Promise<MovingSavepoint> {
  await tx.run(sql`savepoint piece`);
  return {
    back: () => tx.run(sql`rollback to savepoint piece`),
    move: () => tx.run(sql`release savepoint piece; savepoint piece`),
  };
}

/** A tenant that a request names by its id. Nothing is known of it yet, also not whether there is one. */
export interface NamedTenant {
  orgId: string;
  environment?: undefined;
}

/** Finds the tenant with an id. Returns undefined if there is no such tenant. The function throws {Failure} ORGANIZATION_SUSPENDED. */
export type FindTenant = (orgId: string) => Promise<Tenant | undefined>;

/**
 * Runs `work` in a transaction of a tenant that the request names. An operation without a key has no caller and no
 * `tx`, and writes its audit rows itself. If its response has a secret, `work` must return the response: only then can
 * the wrapper wrap the secret.
 */
export type InTenant = <T>(
  tenant: Tenant | NamedTenant,
  work: (tx: Tx, now: Date) => Promise<T>,
) => Promise<T>;

/** Sends the first statement of a piece of work. It has {@link clockColumns}, and what the work needs first. */
export type Opening<Row extends Clock> = (tx: Tx) => Promise<Row | undefined>;

/**
 * As {@link transactionally} for one tenant; gives `work` the transaction's time. The statement that asks for the time also begins the
 * transaction, and looks a tenant up that is only named.
 * @throws {Failure} ORGANIZATION_NOT_FOUND, ORGANIZATION_SUSPENDED
 */
export const inTransaction = <Result>(
  orm: Orm,
  tenant: Tenant | NamedTenant,
  work: (tx: Tx, now: Date) => Promise<Result>,
  options: { keep?: boolean } = {},
): Promise<Result> => inOpened(orm, tenant, clockOf(tenant), (tx, now) => work(tx, now), options);

const clockOf =
  ({ orgId, environment }: Tenant | NamedTenant): Opening<Clock> =>
  (tx) =>
    tx.row<Clock>(environment ? time : sql`select ${clockColumns(orgId)}`);

/** As {@link inTransaction}, with a first statement that reads more. */
export const inOpened = <Row extends Clock, Result>(
  orm: Orm,
  tenant: Tenant | NamedTenant,
  opening: Opening<Row>,
  work: (tx: Tx, now: Date, row: Row) => Promise<Result>,
  options: { keep?: boolean } = {},
): Promise<Result> =>
  transactionally(
    orm,
    async (tx) => {
      const row = await opened(tx, tenant, opening);
      return work(tx, tenancyOf(tx).now, row);
    },
    options,
  );

/**
 * Works on one tenant with what one statement reads, outside any transaction. For requests that this statement answers. Nothing is
 * flushed: what changes entities needs {@link inTransaction}.
 * @throws {Failure} ORGANIZATION_NOT_FOUND, ORGANIZATION_SUSPENDED
 */
export async function atOnce<Row extends Clock, Result>(
  orm: Orm,
  tenant: NamedTenant,
  opening: Opening<Row>,
  work: (tx: Tx, row: Row) => Promise<Result>,
): Promise<Result> {
  const tx = orm.em.fork();
  const row = await opened(tx, tenant, opening);
  return work(tx, row);
}

async function opened<Row extends Clock>(
  tx: Tx,
  { orgId, environment: known }: Tenant | NamedTenant,
  opening: Opening<Row>,
): Promise<Row> {
  const row = await opening(tx);
  if (!row) throw new Error('Postgres returned no time');
  const environment = known ?? row.environment;
  if (!environment) throw new Failure('ORGANIZATION_NOT_FOUND');
  if (environment === 'suspended') throw new Failure('ORGANIZATION_SUSPENDED');
  setTenancy(tx, { orgId, environment, now: new Date(row.now) });
  return row;
}

// Without values beside them, they go in the same message as `begin` (src/database/begin-late.ts).
const time = sql`select date_trunc('milliseconds', now()) as now`;
