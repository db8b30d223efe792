import type { Pool } from 'pg';
import { openAuditEpoch } from '../audit/audit-epochs.ts';
import { Credential } from '../credentials/entities/credential.ts';
import { newId } from '../lib/id.ts';
import { daysOfGrace } from '../organizations/stopping.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { inTransaction, type Tenant, transactionally } from '../platform/tenancy.ts';
import type { Vault } from '../platform/vault.ts';
import type { Orm } from '../platform/tx.ts';
import { endWhatWasOpen } from './sql/ends.ts';
import { giveGraceAgain } from './sql/organizations.ts';
import {
  closedRestore,
  hasRestore,
  restoredTenants,
  timelineOf,
  writeRestore,
  writeRestoredTenant,
} from './sql/restores.ts';
import { emitSuspended, record } from './subjects.ts';

interface Parts {
  orm: Orm;
  pool: Pool;
  vault: Vault;
}

/**
 * Marks a database as restored. From then on nodes are closed. One transaction ends what was open, and gives closed organizations their
 * grace again. One transaction for each tenant opens a new epoch of its audit chain. After an interruption, a second call goes on.
 * @param id of the restore, if the caller knows that it is a new one; otherwise a restore that is closed goes on
 * @returns the restore, and how many tenants were marked by this call
 */
export async function markRestored(
  { orm, pool, vault }: Parts,
  id?: string,
): Promise<{ id: string; marked: number }> {
  const timeline = await timelineOf(pool);
  const known =
    id === undefined ? await goingOn(pool, timeline) : (await hasRestore(pool, id)) ? id : undefined;
  const restoreId = known ?? id ?? newId('rst');
  if (known === undefined)
    await transactionally(orm, async (tx) => {
      await writeRestore(tx, restoreId, timeline);
      await endWhatWasOpen(tx);
      await giveGraceAgain(tx, daysOfGrace);
    });
  let marked = 0;
  for (const { orgId, environment, isMarked } of await restoredTenants(pool, restoreId)) {
    if (isMarked) continue;
    await inTransaction(orm, { orgId, environment }, async (tx) => {
      const { previous } = await openAuditEpoch(tx, vault);
      const capped = await suspendCapped(tx);
      await record(tx, {
        action: 'restore.mark',
        targetId: restoreId,
        reason: `The backup ends with sequence ${previous.sequence}. ${capped} credentials with a limit of uses were suspended.`,
      });
      await writeRestoredTenant(tx, orgId, restoreId);
    });
    marked += 1;
  }
  return { id: restoreId, marked };
}

/**
 * Begins a further epoch of a restored chain, because an export has numbers that the present one would give away again: the clock was ahead
 * at an earlier restore, or is behind now.
 * @param last the last number of the export
 * @returns the first number that is given away from now on
 */
export const passExported = (
  { orm, vault }: Pick<Parts, 'orm' | 'vault'>,
  tenant: Tenant,
  restoreId: string,
  last: number,
): Promise<number> =>
  inTransaction(orm, tenant, async (tx) => {
    const { sequence } = await openAuditEpoch(tx, vault, last);
    if (!Number.isSafeInteger(sequence)) throw new Error('the export has too large sequence numbers');
    await record(tx, {
      action: 'restore.mark',
      targetId: restoreId,
      reason: `An export ends with sequence ${last}, so a further epoch begins behind it.`,
    });
    return sequence + 1;
  });

/** A closed restore goes on. On another timeline it came out of the backup, so this is a new restore. */
async function goingOn(pool: Pool, timeline: string): Promise<string | undefined> {
  const closed = await closedRestore(pool);
  return closed && (closed.timeline ?? timeline) === timeline ? closed.id : undefined;
}

/** How many uses a credential had after the backup is not known, so its limit would be exceeded. */
async function suspendCapped(tx: Parameters<typeof openAuditEpoch>[0]): Promise<number> {
  const { now } = tenancyOf(tx);
  const capped = await tx.find(Credential, { status: 'ACTIVE', maxUsageCount: { $ne: null } });
  let suspended = 0;
  for (const credential of capped) {
    if (credential.statusAt(now) !== 'ACTIVE' || !credential.suspend('RESTORED', now)) continue;
    suspended += 1;
    await emitSuspended(tx, credential);
    await record(tx, {
      action: 'credential.suspend',
      targetId: credential.id,
      reason: 'RESTORED: it has a limit of uses',
    });
  }
  return suspended;
}
