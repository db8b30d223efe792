import type { Database } from '../database/open.ts';
import { inTransaction, type Tenant } from '../platform/tenancy.ts';
import { weighIdentities } from '../risk/risk.ts';
import { nextIdentities } from '../risk/sql/scores.ts';
import { tenantsWithRowsIn } from '../risk/sql/turns.ts';
import { eachTenant } from './sweep.ts';

/** Identities in one transaction; those whose risk is as it was are only read. */
const most = 200;

/** Computes the risk of every identity, for what only time does: what is done to one is followed at once. */
export async function weighRisk(database: Database): Promise<void> {
  const tenants = await tenantsWithRowsIn(database.pool, 'identities');
  const errors = await eachTenant(tenants, (tenant) => weighTenant(database, tenant));
  if (errors.length > 0)
    throw new AggregateError(errors, `the risk of ${errors.length} tenants was not computed`);
}

async function weighTenant({ orm }: Database, tenant: Tenant): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const from: string = after;
    after = await inTransaction(orm, tenant, async (em) => {
      const ids = await nextIdentities(em, tenant.orgId, from, most);
      await weighIdentities(em, ids, { wait: false });
      return ids.at(-1);
    });
  }
}
