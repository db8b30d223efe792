import type { Database } from '../database/open.ts';
import { inTransaction, type Tenant } from '../platform/tenancy.ts';

type Work = Parameters<typeof inTransaction<number>>[2];

/** Does the work of one tenant after the other. @returns what failed: what is wrong with one is not wrong with the next */
export async function eachTenant<Its = Tenant>(
  tenants: Iterable<Its>,
  work: (tenant: Its) => Promise<void>,
): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (const tenant of tenants) {
    try {
      await work(tenant);
    } catch (error) {
      errors.push(error);
    }
  }
  return errors;
}

/** Usually, no round begins after this time. The next run of the task goes on, and also finds the tenants that are due by then. */
const usualMs = 20_000;

/**
 * Gives each tenant one turn in a round, and begins rounds until no tenant has more to do, or for `forMs`. A tenant with much
 * to do delays another by one of its turns. A tenant whose turn fails gets no further one.
 * @param turn does a part of the work of a tenant, and tells whether there may be more
 * @param options.forMs less than the time between two runs of the task
 * @param options.clock the time in milliseconds
 * @returns what failed
 */
export async function inRounds<Its>(
  tenants: readonly Its[],
  turn: (tenant: Its) => Promise<boolean>,
  { forMs = usualMs, clock = () => performance.now() }: { forMs?: number; clock?: () => number } = {},
): Promise<unknown[]> {
  const errors: unknown[] = [];
  const end = clock() + forMs;
  let left = tenants;
  do {
    const more: Its[] = [];
    const failed = await eachTenant(left, async (tenant) => {
      if (await turn(tenant)) more.push(tenant);
    });
    errors.push(...failed);
    left = more;
  } while (left.length > 0 && clock() < end);
  return errors;
}

/**
 * Does the work of tenants in rounds ({@link inRounds}), a transaction for each turn.
 * @param work tells how much it did
 * @param forMs how long rounds begin
 * @throws {AggregateError} with what failed, when all tenants have had their turns
 */
export async function sweep(
  { orm }: Database,
  tenants: readonly Tenant[],
  work: Work,
  forMs = usualMs,
): Promise<void> {
  const turn = async (tenant: Tenant) => (await inTransaction(orm, tenant, work)) > 0;
  const errors = await inRounds(tenants, turn, { forMs });
  if (errors.length > 0) throw new AggregateError(errors, `the sweep of ${errors.length} tenants failed`);
}
