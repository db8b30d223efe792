import type { Pool } from 'pg';
import { sql } from '../../lib/sql.ts';
import { tenantsWithDue } from '../../platform/sql/tenants-with-due.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';
import type { TokenAlgorithm } from '../token-key.ts';

/** The tenants whose keys have to be looked at: one waits no longer, needs a successor, or goes. */
export const tenantsWithDueKeys = (pool: Pool): Promise<Tenant[]> =>
  tenantsWithDue(pool, [['signing_keys', 'due_at <= now()']]);

/** Lets the upcoming keys of these algorithms sign; there must be no active one. @returns their ids */
export async function activateSigningKeys(
  tx: Tx,
  orgId: string,
  algorithms: readonly TokenAlgorithm[],
  secondsToSuccessor: number,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
update signing_keys
   set status = 'ACTIVE', activates_at = now(), due_at = now() + ${secondsToSuccessor} * interval '1 second'
 where org_id = ${orgId} and status = 'UPCOMING' and algorithm = any(string_to_array(${algorithms.join(',')}, ','))
returning id`);
  return rows.map(({ id }) => id);
}

/** The active keys of these algorithms have a successor that waits: they need no other. @returns their ids */
export async function expectSuccessors(
  tx: Tx,
  orgId: string,
  algorithms: readonly TokenAlgorithm[],
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
update signing_keys set due_at = null
 where org_id = ${orgId} and status = 'ACTIVE' and algorithm = any(string_to_array(${algorithms.join(',')}, ','))
returning id`);
  return rows.map(({ id }) => id);
}

/** Ends what the active keys of these algorithms sign. They stay published so long. @returns their ids */
export async function retireSigningKeys(
  tx: Tx,
  orgId: string,
  algorithms: readonly TokenAlgorithm[],
  keptSeconds: number,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
update signing_keys
   set status = 'RETIRED', retired_at = now(), due_at = now() + ${keptSeconds} * interval '1 second'
 where org_id = ${orgId} and status = 'ACTIVE' and algorithm = any(string_to_array(${algorithms.join(',')}, ','))
returning id`);
  return rows.map(({ id }) => id);
}

/** Removes keys for good. After that, no client can verify what they signed. */
export async function removeSigningKeys(tx: Tx, orgId: string, ids: readonly string[]): Promise<void> {
  await tx.run(
    sql`delete from signing_keys where org_id = ${orgId} and id = any(string_to_array(${ids.join(',')}, ','))`,
  );
}
