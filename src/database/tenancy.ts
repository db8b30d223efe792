import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Tenancy } from '../entities/owned.ts';

export type Tenant = Omit<Tenancy, 'now'>;

/** An entity manager that sees one tenant. `now` is Postgres's time. */
export function forkFor(orm: MikroORM, { orgId, environment }: Tenant, now: Date): EntityManager {
  const em = orm.em.fork();
  em.setFilterParams('org', { orgId, environment, now });
  return em;
}

/** Runs `work` in one transaction of one tenant, flushes once, and gives `work` the transaction's time. */
export async function inTransaction<Result>(
  orm: MikroORM,
  { orgId, environment }: Tenant,
  work: (em: EntityManager, now: Date) => Promise<Result>,
): Promise<Result> {
  const em = orm.em.fork();
  await em.begin();
  try {
    const [clock] = await em.execute<{ now: string | Date }[]>(
      "select date_trunc('milliseconds', now()) as now",
    );
    if (!clock) throw new Error('Postgres told no time');
    const now = new Date(clock.now);
    em.setFilterParams('org', { orgId, environment, now });
    const result = await work(em, now);
    await em.commit();
    return result;
  } catch (error) {
    await em.rollback();
    throw error;
  }
}
