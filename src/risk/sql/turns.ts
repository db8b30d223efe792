import type { Pool } from 'pg';
import { sql } from '../../lib/sql.ts';
import { holdersIn, tenantsOf } from '../../platform/sql/tenants-with.ts';
import { walkQueues } from '../../platform/sql/transactions.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';

/** Lists the tenants with events to follow now, or with uses to judge. */
export async function tenantsWithRowsIn(
  pool: Pool,
  what: 'governance_inbox' | 'usage_digest',
): Promise<Tenant[]> {
  const due = what === 'governance_inbox' ? dueInInbox : undefined;
  const waiting = sql`with recursive ${sql.raw(holdersIn(what))} ${sql.raw(tenantsOf('holders', due))}`;
  return walkQueues<Tenant>(pool, waiting);
}

// `offset 0` lets Postgres look at the rows of each of these tenants, and not at all rows.
const dueInInbox =
  'exists (select from governance_inbox w where w.org_id = q.org_id and w.due_at <= now() offset 0)';

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
