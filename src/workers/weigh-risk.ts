import type { Database } from '../database/open.ts';
import { Failure } from '../failure.ts';
import { inTransaction } from '../platform/tenancy.ts';
import { findOutdated, weighIdentities } from '../risk/risk.ts';
import type { IdentityKey } from '../risk/sql/scores.ts';
import { eachTenant } from './sweep.ts';

/** Identities in one read, and at most so many in one transaction that writes. */
const most = 500;

/**
 * Computes the risk of every identity, for what only time does: what is done to one is followed at once. One read takes identities of
 * many tenants. Only tenants with a risk that is another one get a transaction. That of a suspended one is refused.
 */
export async function weighRisk({ orm, pool }: Pick<Database, 'orm' | 'pool'>): Promise<void> {
  const errors: unknown[] = [];
  let after: IdentityKey | undefined = { orgId: '', id: '' };
  while (after !== undefined) {
    const { outdated, next }: Awaited<ReturnType<typeof findOutdated>> = await findOutdated(
      pool,
      after,
      most,
    );
    const failed = await eachTenant(outdated, ([orgId, ids]) =>
      inTransaction(orm, { orgId }, (tx) => weighIdentities(tx, ids, { wait: false })).catch(
        (error: unknown) => {
          // Its risk is computed by the first run after it is resumed.
          if (!(error instanceof Failure) || error.code !== 'ORGANIZATION_SUSPENDED') throw error;
        },
      ),
    );
    errors.push(...failed);
    after = next;
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `the risk of ${errors.length} tenants was not computed`);
}
