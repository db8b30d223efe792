import type { Pool } from 'pg';
import type { ChainPoint } from '../audit-chain.ts';
import { dateOf } from '../../lib/rows.ts';
import { numbered, sql } from '../../lib/sql.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';
import type { LockedChain } from './sealing.ts';

/** As long as audit rows are kept (decisions 6.16), and to the end of that month. */
const kept = sql`date_trunc('month', now() - interval '400 days', 'UTC')`;

/** Before when audit rows are not kept any more. */
export async function auditKeptSince(pool: Pool): Promise<Date> {
  const { rows } = await pool.query<{ since: string }>(numbered(sql`select ${kept} as since`));
  if (!rows[0]) throw new Error('Postgres returned no time');
  return dateOf(rows[0].since);
}

/** The tenants whose chain has not been cut there yet. */
export async function tenantsToCut(pool: Pool, before: Date): Promise<Tenant[]> {
  const { rows } = await pool.query<Tenant>(
    numbered(sql`
select t.id as "orgId", t.environment from tenants t join audit_chains c on c.org_id = t.id
 where c.sequence > 0 and coalesce(c.cut_before, '-infinity') < ${before.toISOString()}`),
  );
  return rows;
}

/** The tenants with seals that are cut and not removed yet: also those that a killed node has left. */
export async function tenantsWithCutSeals(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ orgId: string }>(
    numbered(sql`
select c.org_id as "orgId" from audit_chains c
 where c.cut_sequence > 0
   and exists (select from audit_seals s where s.org_id = c.org_id and s.sequence <= c.cut_sequence)`),
  );
  return rows.map(({ orgId }) => orgId);
}

/** The first seal of a row that is kept; undefined if there is none. */
export async function firstSealSince(tx: Tx, orgId: string, since: Date): Promise<number | undefined> {
  const row = await tx.row<{ sequence: string }>(sql`
select sequence from audit_seals where org_id = ${orgId} and audit_created_at >= ${since.toISOString()}::timestamptz
 order by sequence limit 1`);
  return row && Number(row.sequence);
}

/** Records where a chain is cut. */
export async function cutAuditChain(
  tx: Tx,
  { orgId }: LockedChain,
  { sequence, hash }: ChainPoint,
  { before, keyId, signature }: { before: Date; keyId: string; signature: Buffer },
): Promise<void> {
  await tx.run(sql`
update audit_chains
   set cut_sequence = ${sequence}, cut_hash = ${hash}, cut_before = ${before.toISOString()}::timestamptz,
       cut_key_id = ${keyId}, cut_signature = ${signature}
 where org_id = ${orgId}`);
}

/** Removes seals that are cut. @returns how many: call again until it is 0 */
export async function removeCutSeals(pool: Pool, orgId: string, most: number): Promise<number> {
  const { rows } = await pool.query<{ removed: number }>(
    numbered(sql`select remove_cut_seals(${orgId}, ${most}) as removed`),
  );
  return rows[0]?.removed ?? 0;
}

/** Drops a month of the audit log behind which every chain has been cut. @returns whether there was one: call again */
export async function dropAuditPartition(pool: Pool, before: Date): Promise<boolean> {
  const { rows } = await pool.query<{ dropped: boolean }>(
    numbered(sql`select drop_audit_partition(${before.toISOString()}) as dropped`),
  );
  return rows[0]?.dropped === true;
}
