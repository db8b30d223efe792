import type { Pool } from 'pg';
import { sql } from '../../lib/sql.ts';
import { holdersIn, tenantsOf } from '../../platform/sql/tenants-with.ts';
import { walkQueues } from '../../platform/sql/transactions.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';

/** Lists the tenants with events to follow now, or with uses to judge. */
export async function tenantsWithRowsIn(pool: Pool, what: keyof typeof waiting): Promise<Tenant[]> {
  return walkQueues<Tenant>(pool, waiting[what]);
}

const waiting = {
  // `offset 0` lets Postgres look at the rows of each of these tenants, and not at all rows.
  governance_inbox: sql`with recursive ${holdersIn('governance_inbox')} ${tenantsOf(
    sql`holders`,
    sql`exists (select from governance_inbox w where w.org_id = q.org_id and w.due_at <= now() offset 0)`,
  )}`,
  usage_digest: sql`with recursive ${holdersIn('usage_digest')} ${tenantsOf(sql`holders`)}`,
};

/**
 * Tells whether the transaction may do this work for the tenant: one transaction at a time does, until it ends. The
 * others need not wait, because the one that does the work does all of it.
 */
export async function takeTurn(tx: Tx, orgId: string, work: 'detect' | 'follow'): Promise<boolean> {
  const row = await tx.row<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext(${`keyward.${work}`}), hashtext(${orgId})) as taken`,
  );
  return row?.taken ?? false;
}
