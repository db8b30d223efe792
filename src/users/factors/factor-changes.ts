import { type Origin, recordAudit } from '../../audit/audit.ts';
import type { User } from '../directory/entities/user.ts';
import { emit, type FieldChange } from '../../platform/events.ts';
import type { Notice } from '../../platform/notice.ts';
import type { Tx } from '../../platform/tx.ts';
import { mfaMethodsOf } from './sql/mfa-methods.ts';
import { userActor } from '../sessions/login-sessions.ts';
import { tellByMail } from '../notices.ts';
import { nameOf } from '../directory/users.ts';

interface Change {
  action: string;
  added?: string;
  removed?: string;
  /** The notice that the user gets by mail. */
  notice?: Notice;
}

/** Writes down what a person did with their own second factors, after it; never a secret. */
export async function recordFactorChange(
  tx: Tx,
  user: User,
  { action, added, removed, notice }: Change,
  origin: Origin,
): Promise<void> {
  const methods = await mfaMethodsOf(tx, user.orgId, user.id);
  const before = methods.filter((method) => method !== added);
  const from = removed === undefined ? before : [...before, removed].toSorted();
  const changed = added !== undefined || removed !== undefined;
  const changes: FieldChange[] = changed ? [{ field: 'mfaMethods', from, to: methods }] : [];
  const { userId: targetId, userName: targetName } = nameOf(user);
  const actor = userActor(targetId, targetName);
  await recordAudit(tx, [{ action, actor, targetId, targetName, result: 'SUCCESS', changes, ...origin }]);
  if (changed)
    await emit(tx, [{ type: 'user.updated', data: { ...nameOf(user), changes, updatedBy: actor } }]);
  if (notice) await tellByMail(tx, user.id, notice, actor);
}
