import type { Pool } from 'pg';
import type { Tenant } from '../tenancy.ts';
import { inTransactionOn } from './transactions.ts';

/** Rows that are due: of a table, if they meet a condition on a time that a partial index has. */
export type Due = readonly [table: string, condition: string];

/**
 * Returns all tenants that have something due. It reads the rows that are due, so that a tenant whose work fails hides no other. A
 * suspended organization is among them, because the rows of one that is left out would be read at each run. Tenants that are being erased
 * are left out: new rows would come back behind the erasure.
 *
 * The transaction turns off scans of whole tables. Postgres expects many due rows, because its statistics also count those that were
 * due long ago and are done. With ten million rows, it would read the whole table.
 */
export async function tenantsWithDue(pool: Pick<Pool, 'connect'>, kinds: readonly Due[]): Promise<Tenant[]> {
  const begin = 'begin read only; set local enable_seqscan = off';
  const { rows } = await inTransactionOn(pool, (client) => client.query<Tenant>(textOf(kinds)), begin);
  return rows;
}

const textOf = (kinds: readonly Due[]): string => `
select t.id as "orgId", t.environment
  from tenants t
 where t.erasing_at is null and t.id in (${kinds.map(([table, condition]) => `select org_id from ${table} where ${condition}`).join(' union ')})
 order by t.id`;
