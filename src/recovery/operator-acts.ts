import { daysOfGrace } from '../organizations/stopping.ts';
import type { OperatorAct, OperatorAuditRow } from '../organizations/sql/operator-audit.ts';
import { recordOperatorAct, writeOperatorActAgain } from '../organizations/sql/operator-audit.ts';
import { isId, newId } from '../lib/id.ts';
import { operatorTenancy } from '../platform/operator-tenancy.ts';
import { inTenancy, inTransaction, type Tenant } from '../platform/tenancy.ts';
import type { Orm, Tx } from '../platform/tx.ts';
import {
  isEraseDue,
  keepErasedIds,
  newestActAt,
  presentActs,
  type StopAction,
  stopActions,
  stopAgain,
  tenantsOfOrganization,
} from './sql/organizations.ts';
import { writeOutcome } from './sql/restores.ts';
import { record } from './subjects.ts';

/** An act of an operator that suspended, resumed or closed an organization, or its erasure. */
type StopAct = OperatorAuditRow & { action: StopAction; targetId: string };

/** An organization that operators stopped or resumed after the backup, as it is after the replay. */
export interface ReplayedOrganization {
  id: string;
  action: StopAction;
  /**
   * `GONE`: the restored database does not have it. `KNOWN`: it was so already. `LOOK`: it was erased, and the operator has not
   * accepted that the restored one is erased too, so nothing was replayed.
   */
  outcome: 'APPLIED' | 'KNOWN' | 'GONE' | 'LOOK';
  /** The id of the act. */
  auditId: string;
  /** It is erased once the service is open, so no export of it is needed. */
  isErasedAgain: boolean;
}

/** Reads a line that `make operator-audit` printed. @returns undefined for another text */
export function operatorActOf(line: Record<string, unknown>): OperatorAuditRow | undefined {
  const { id, at, action, targetId, result } = line;
  const isAct =
    typeof id === 'string' &&
    isId('aud', id) &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at)) &&
    typeof action === 'string' &&
    typeof result === 'string' &&
    (targetId === null || typeof targetId === 'string') &&
    line['type'] === undefined;
  if (!isAct) return undefined;
  return { ...(line as unknown as OperatorAct), at: new Date(at) };
}

const isStop = (act: OperatorAuditRow): act is StopAct =>
  act.result === 'SUCCESS' &&
  act.targetId !== null &&
  (stopActions as readonly string[]).includes(act.action);

/**
 * Suspends, closes and erases organizations again, as operators left them after the backup. A tenant that was erased has no export any more,
 * so only the audit of operators knows of it. The acts are written to the restored audit of operators, so a second call finds them there.
 * One transaction for each organization.
 * @param acts in any order. Acts that the backup has are left out
 * @param accepts tells whether the operator accepts an erasure, by the id of its act. The lines have no signature, and a copy of the
 *   database has the same organizations. So a line alone erases nothing
 */
export async function replayOperatorActs(
  orm: Orm,
  restoreId: string,
  acts: readonly OperatorAuditRow[],
  accepts: (auditId: string) => boolean,
): Promise<ReplayedOrganization[]> {
  // Outputs of two calls, put together, have some lines twice.
  const each = [...new Map(acts.map((act) => [act.id, act])).values()];
  const stops = each.filter(isStop).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const done: ReplayedOrganization[] = [];
  for (const [id, its] of Map.groupBy(stops, ({ targetId }) => targetId)) {
    const one = await inTransaction(orm, operatorTenancy, (tx) =>
      replayOne(tx, restoreId, { id, its, accepts }),
    );
    if (one) done.push(one);
  }
  if (done.every(({ outcome }) => outcome !== 'LOOK')) {
    await inTransaction(orm, operatorTenancy, (tx) =>
      recordRestoreAct(tx, restoreId, {
        action: 'restore.reconcile',
        reason: `Acts of operators until ${newestOf(acts)}: ${acts.length}`,
      }),
    );
  }
  return done;
}

/** When the newest of the acts was, as ISO 8601. */
export const newestOf = (acts: readonly OperatorAuditRow[]): string =>
  new Date(acts.reduce((at, act) => Math.max(at, act.at.getTime()), 0)).toISOString();

/** Writes to the audit of operators what a restore did with it. `make open` looks for the row. */
export const recordRestoreAct = (
  tx: Tx,
  restoreId: string,
  { action, reason }: { action: 'restore.reconcile' | 'restore.open'; reason: string },
): Promise<void> =>
  recordOperatorAct(tx, {
    id: newId('aud'),
    action,
    key: null,
    targetId: restoreId,
    targetName: null,
    result: 'SUCCESS',
    code: null,
    reason,
    requestId: null,
    ipAddress: null,
    userAgent: null,
    changes: [],
  });

/** How far back acts of operators go. An act that is in the backup too proves that none is missing between the two. */
export interface Reach {
  reachesBackup: boolean;
  /** When the oldest of the acts was, as ISO 8601. */
  from: string;
  /** When the newest act of the backup was, as ISO 8601; undefined if it has none. */
  newestOfBackup: string | undefined;
}

/** @param acts at least one */
export const reachOf = (orm: Orm, acts: readonly OperatorAuditRow[]): Promise<Reach> =>
  inTransaction(orm, operatorTenancy, async (tx) => {
    const present = await presentActs(
      tx,
      acts.map(({ id }) => id),
    );
    const oldest = acts.reduce((at, act) => Math.min(at, act.at.getTime()), Number.POSITIVE_INFINITY);
    return {
      reachesBackup: present.size > 0,
      from: new Date(oldest).toISOString(),
      newestOfBackup: (await newestActAt(tx))?.toISOString(),
    };
  });

async function replayOne(
  tx: Tx,
  restoreId: string,
  { id, its, accepts }: { id: string; its: readonly StopAct[]; accepts: (auditId: string) => boolean },
): Promise<ReplayedOrganization | undefined> {
  const present = await presentActs(
    tx,
    its.map((act) => act.id),
  );
  const lost = its.filter((act) => !present.has(act.id));
  const last = lost.at(-1);
  if (!last) return undefined;
  const tenants = await tenantsOfOrganization(tx, id);
  const { action } = last;
  const one = { id, action, auditId: last.id };
  if (action === 'organization.erase' && tenants.some((tenant) => !tenant.isErasing) && !accepts(last.id))
    return { ...one, outcome: 'LOOK', isErasedAgain: false };
  for (const act of lost) await writeOperatorActAgain(tx, act);
  if (tenants.length === 0) {
    if (action === 'organization.erase') await keepErasedIds(tx, erasedIdsOf(last), last.at.toISOString());
    return { ...one, outcome: 'GONE', isErasedAgain: false };
  }
  const isStopped = await stopLike(tx, id, lost, last);
  if (isStopped) await tellTenants(tx, tenants, last);
  const isErasedAgain = await isEraseDue(tx, id);
  if (isErasedAgain)
    for (const { orgId, isErasing } of tenants)
      if (!isErasing) await writeOutcome(tx, orgId, restoreId, { outcome: 'RECONCILED', exportedAt: null });
  return { ...one, outcome: isStopped ? 'APPLIED' : 'KNOWN', isErasedAgain };
}

const stopLike = (tx: Tx, id: string, lost: readonly StopAct[], { action, at }: StopAct): Promise<boolean> =>
  stopAgain(tx, id, {
    action,
    at: at.toISOString(),
    isResumed: lost.some((act) => act.action === 'organization.resume'),
    daysOfGrace,
  });

/** Writes to the audit log of both tenants what the restore did again. */
async function tellTenants(
  tx: Tx,
  tenants: readonly Tenant[],
  { id, action, targetId }: StopAct,
): Promise<void> {
  for (const { orgId, environment } of tenants)
    await inTenancy(tx, { orgId, environment }, () =>
      record(tx, {
        action: action === 'organization.erase' ? 'organization.close' : action,
        targetId,
        reason: `RESTORED: replays ${id}`,
      }),
    );
}

/** The ids of both tenants. An act that was not written by this service has the first one only. */
const erasedIdsOf = ({ targetId, changes }: StopAct): string[] =>
  [
    targetId,
    ...(Array.isArray(changes) ? changes : []).map((change) => Object(change)['from'] as unknown),
  ].filter((id): id is string => typeof id === 'string' && isId('org', id));
