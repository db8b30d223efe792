import type { Pool } from 'pg';
import { inTransaction, transactionally } from '../platform/tenancy.ts';
import type { Orm } from '../platform/tx.ts';
import { closedRestore, openRestore, type RestoredTenant, restoredTenants } from './sql/restores.ts';
import { record } from './subjects.ts';

/** The outcome of a try to open a restored database for its nodes. */
export interface Opening {
  /** The tenants that were neither reconciled nor suspended. The restore stays closed for them. */
  waiting: RestoredTenant[];
  /** When nodes open; undefined if they stay closed. */
  opensAt: Date | undefined;
}

/**
 * Opens a restored database, if every tenant in which something works was reconciled or suspended.
 * @throws when no restore is closed
 */
export async function openRestored({ orm, pool }: { orm: Orm; pool: Pool }): Promise<Opening> {
  const restore = await closedRestore(pool);
  if (!restore) throw new Error('no restore waits to be opened');
  const tenants = await restoredTenants(pool, restore.id);
  const waiting = tenants.filter(
    ({ isMarked, outcome, alive }) => !isMarked || (outcome === null && alive > 0),
  );
  if (waiting.length > 0) return { waiting, opensAt: undefined };
  // The rows come first: an interruption leaves the service closed, and the next call writes them again.
  for (const { outcome, ...tenant } of tenants)
    await inTransaction(orm, tenant, (tx) =>
      record(tx, {
        action: 'restore.open',
        targetId: restore.id,
        reason: outcome === null ? 'nothing in this tenant works' : outcome,
      }),
    );
  const opensAt = await transactionally(orm, (tx) => openRestore(tx, restore.id));
  return { waiting: [], opensAt };
}
