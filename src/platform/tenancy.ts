import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Failure } from '../failure.ts';
import { letWait } from './at-end.ts';
import { letWriteLast } from './last-writes.ts';
import { letAsk, preparing } from './beforehand.ts';
import type { Tenancy } from './entities/owned.ts';
import { betweenBeginAndCommit } from './sql/transactions.ts';

export type Tenant = Omit<Tenancy, 'now'>;

/** An entity manager that sees one tenant. `now` is Postgres's time. */
export function forkFor(orm: MikroORM, { orgId, environment }: Tenant, now: Date): EntityManager {
  const em = orm.em.fork();
  em.setFilterParams('org', { orgId, environment, now });
  return em;
}

/**
 * Runs `work` in one transaction and flushes once, at its end. Then it writes what `writeLast` was asked for. Without `keep` it all
 * is rolled back, unflushed. Values
 * that `work` asks for with `beforehand` are made without a connection; `work` then runs again from its beginning.
 */
export const transactionally = <Result>(
  orm: MikroORM,
  work: (em: EntityManager) => Promise<Result>,
  { keep = true }: { keep?: boolean } = {},
): Promise<Result> =>
  preparing(async (made) => {
    const em = orm.em.fork();
    letAsk(em, made);
    const end = letWait(em);
    const writeWaiting = letWriteLast(em);
    await em.begin();
    try {
      const result = await betweenBeginAndCommit(async () => {
        const done = await work(em);
        if (keep) await em.flush();
        await writeWaiting();
        return done;
      });
      await (keep ? em.commit() : em.rollback());
      end();
      return result;
    } catch (error) {
      // Fails where the connection is lost; why it all failed is what the caller must know.
      await em.rollback().catch(() => undefined);
      if (error instanceof Failure) end();
      throw error;
    }
  });

/** A tenant that a request names by its id. Nothing is known of it yet, also not whether there is one. */
export interface NamedTenant {
  orgId: string;
  environment?: undefined;
}

/**
 * As {@link transactionally} for one tenant; gives `work` the transaction's time. The statement that asks for the time also begins the
 * transaction, and looks a tenant up that is only named.
 * @throws {Failure} ORGANIZATION_NOT_FOUND
 */
export function inTransaction<Result>(
  orm: MikroORM,
  { orgId, environment: known }: Tenant | NamedTenant,
  work: (em: EntityManager, now: Date) => Promise<Result>,
  options: { keep?: boolean } = {},
): Promise<Result> {
  return transactionally(
    orm,
    async (em) => {
      const [clock] = await (known
        ? em.execute<Clock[]>(time)
        : em.execute<Clock[]>(timeAndTenant, { orgId }));
      if (!clock) throw new Error('Postgres returned no time');
      const environment = known ?? clock.environment;
      if (!environment) throw new Failure('ORGANIZATION_NOT_FOUND');
      const now = new Date(clock.now);
      em.setFilterParams('org', { orgId, environment, now });
      return work(em, now);
    },
    options,
  );
}

interface Clock {
  now: string | Date;
  /** Null if there is no such tenant. */
  environment?: Tenant['environment'] | null;
}

// Without values beside them, they go in the same message as `begin` (src/database/begin-late.ts).
const time = "select date_trunc('milliseconds', now()) as now";
const timeAndTenant = `
select date_trunc('milliseconds', now()) as now, (select environment from tenants where id = :orgId) as environment`;
