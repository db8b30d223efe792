import type { Database } from '../database/open.ts';
import { inTransaction } from '../platform/tenancy.ts';
import { cutChain } from '../audit/audit-cuts.ts';
import { isLockTimeout } from '../lib/error-code.ts';
import { auditKeptSince, dropAuditPartition, removeCutSeals, tenantsToCut } from '../audit/sql/cuts.ts';
import type { Vault } from '../platform/vault.ts';
import { eachTenant } from './sweep.ts';

/** The most seals of one statement. */
const mostSeals = 5_000;

/** Removes audit rows that are too old, month by month; before that it cuts and signs the chain of every tenant. */
export async function cutAudit({ orm, pool }: Database, vault: Vault): Promise<void> {
  const before = await auditKeptSince(pool);
  const errors = await eachTenant(await tenantsToCut(pool, before), async (tenant) => {
    if (!(await inTransaction(orm, tenant, (em) => cutChain(em, vault, before)))) return;
    while ((await removeCutSeals(pool, tenant.orgId, mostSeals)) > 0);
  });
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
      `old rows of the audit log of ${errors.length} tenants were not deleted`,
    );
}
