import type { Pool } from 'pg';
import { operatorTenancy } from '../platform/operator-tenancy.ts';
import { inTransaction, transactionally } from '../platform/tenancy.ts';
import type { Orm } from '../platform/tx.ts';
import { recordRestoreAct } from './operator-acts.ts';
import { lacksActs } from './sql/organizations.ts';
import { closedRestore, openRestore, type RestoredTenant, restoredTenants } from './sql/restores.ts';
import { record } from './subjects.ts';

/** The outcome of a try to open a restored database for its nodes. */
export interface Opening {
  /** The tenants that were neither reconciled nor suspended. The restore stays closed for them. */
  waiting: RestoredTenant[];
  /** Whether what operators did after the backup was not read. Organizations that they stopped would work again. */
  needsActs: boolean;
  /** When nodes open; undefined if they stay closed. */
  opensAt: Date | undefined;
}

/**
 * Opens a restored database, if every tenant in which something works was reconciled or suspended, and the acts of operators were read. A
 * server whose backup has no key and no act of an operator needs no acts.
 * @param noActs whether the operator says that there are none after the backup
 * @throws when no restore is closed
 */
export async function openRestored(
  { orm, pool }: { orm: Orm; pool: Pool },
  { noActs }: { noActs: boolean },
): Promise<Opening> {
  const restore = await closedRestore(pool);
  if (!restore) throw new Error('no restore waits to be opened');
  const tenants = await restoredTenants(pool, restore.id);
  const waiting = tenants.filter(
    ({ isMarked, outcome, alive }) => !isMarked || (outcome === null && alive > 0),
  );
  const lacks = await lacksActs(pool, restore.id);
  const needsActs = lacks && !noActs;
  if (waiting.length > 0 || needsActs) return { waiting, needsActs, opensAt: undefined };
  // The rows come first: an interruption leaves the service closed, and the next call writes them again.
  for (const { outcome, ...tenant } of tenants)
    await inTransaction(orm, tenant, (tx) =>
      record(tx, {
        action: 'restore.open',
        targetId: restore.id,
        reason: outcome === null ? 'nothing in this tenant works' : outcome,
      }),
    );
  if (lacks)
    await inTransaction(orm, operatorTenancy, (tx) =>
      recordRestoreAct(tx, restore.id, {
        action: 'restore.open',
        reason: 'No acts of operators were read: NO_OPERATOR_AUDIT',
      }),
    );
  const opensAt = await transactionally(orm, (tx) => openRestore(tx, restore.id));
  return { waiting: [], needsActs: false, opensAt };
}
