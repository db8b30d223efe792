import { type Origin, recordAudit } from '../../audit/audit.ts';
import { type Actor, emit, type FieldChange } from '../../platform/events.ts';
import type { Tx } from '../../platform/tx.ts';

/** The actor who changed a user, and the request. */
interface Trail {
  actor: Actor;
  origin: Origin;
  action?: 'user.update' | 'user.link' | 'user.unlink';
  reason?: string;
}

/**
 * Records a change of a user that no call of an administrator made: in the audit log, and by the event of `updateUser`. To be called
 * when the change is flushed.
 */
export async function recordUserChange(
  tx: Tx,
  { userId, userName }: { userId: string; userName: string },
  changes: FieldChange[],
  { actor, origin, action = 'user.update', reason }: Trail,
): Promise<void> {
  const target = { targetId: userId, targetName: userName, result: 'SUCCESS' as const };
  const why = reason === undefined ? {} : { reason };
  await recordAudit(tx, [{ action, actor, ...target, ...why, changes, ...origin }]);
  await emit(tx, [{ type: 'user.updated', data: { userId, userName, changes, updatedBy: actor } }]);
}
