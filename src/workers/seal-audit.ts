import type { Database } from '../database/open.ts';
import { inTransaction } from '../platform/tenancy.ts';
import { checkpointEvery, sealSome } from '../audit/audit-sealing.ts';
import { tenantsWithUnsealedAudit } from '../audit/sql/sealing.ts';
import type { Vault } from '../platform/vault.ts';
import { eachTenant } from './sweep.ts';

/** A tenant that has very much to seal does not keep the others waiting: it goes on in the next run. */
const mostOfATenant = 50 * checkpointEvery;

/** Seals the audit rows that wait for it, tenant by tenant. */
export async function sealAudit({ orm, pool }: Database, vault: Vault): Promise<void> {
  const errors = await eachTenant(await tenantsWithUnsealedAudit(pool), async (tenant) => {
    let broken = false;
    for (let rows = 0; rows < mostOfATenant; ) {
      const sealed = await inTransaction(orm, tenant, (tx) => sealSome(tx, vault));
      broken ||= sealed.broken;
      if (sealed.rows === 0) break;
      rows += sealed.rows;
    }
    if (broken)
      throw new Error(
        `the audit log of ${tenant.orgId} does not match its seals: call getAuditIntegrity to see where`,
      );
  });
  if (errors.length > 0)
    throw new AggregateError(errors, `the audit log of ${errors.length} tenants was not sealed`);
}
