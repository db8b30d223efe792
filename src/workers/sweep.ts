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

/**
 * Does the work of each tenant until nothing is left of it, a transaction at a time.
 * @param work tells how much it did
 * @throws {AggregateError} with what failed, when all tenants have had their turn
 */
export async function sweep({ orm }: Database, tenants: readonly Tenant[], work: Work): Promise<void> {
  const errors = await eachTenant(tenants, async (tenant) => {
    while ((await inTransaction(orm, tenant, work)) > 0);
  });
  if (errors.length > 0) throw new AggregateError(errors, `the sweep of ${errors.length} tenants failed`);
}
