import type { Database } from '../database/open.ts';
import { inTransaction } from '../platform/tenancy.ts';
import { cutChain } from '../audit/audit-cuts.ts';
import { isLockTimeout } from '../lib/error-code.ts';
import {
  auditKeptSince,
  dropAuditPartition,
  removeCutSeals,
  tenantsToCut,
  tenantsWithCutSeals,
} from '../audit/sql/cuts.ts';
import type { Vault } from '../platform/vault.ts';
import { eachTenant, inRounds } from './sweep.ts';

/** The most seals of one statement. */
const mostSeals = 5_000;

/**
 * Removes audit rows that are too old, month by month. Before that, it cuts and signs the chain of every tenant, and removes cut
 * seals. The next run removes those that are left.
 */
export async function cutAudit({ orm, pool }: Database, vault: Vault): Promise<void> {
  const before = await auditKeptSince(pool);
  const errors = await eachTenant(await tenantsToCut(pool, before), async (tenant) => {
    await inTransaction(orm, tenant, (tx) => cutChain(tx, vault, before));
  });
  const remove = async (orgId: string) => (await removeCutSeals(pool, orgId, mostSeals)) > 0;
  errors.push(...(await inRounds(await tenantsWithCutSeals(pool), remove)));
  try {
    // It leaves what a chain still stands on that was not cut.
    while (await dropAuditPartition(pool, before));
  } catch (error) {
    // A reader holds the table for long. The next run tries again an hour later.
    if (!isLockTimeout(error)) throw error;
  }
  if (errors.length > 0)
    throw new AggregateError(
      errors,
      `${errors.length} failures to cut the audit log of a tenant or to remove its cut seals`,
    );
}
