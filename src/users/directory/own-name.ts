import type { Origin } from '../../audit/audit.ts';
import { assignChanges } from '../../platform/fields.ts';
import type { Tx } from '../../platform/tx.ts';
import { userActor } from '../sessions/login-sessions.ts';
import type { User } from './entities/user.ts';
import { lockUser, nameOf } from './users.ts';
import { recordUserChange } from './user-changes.ts';

/** The parts of a name that users change themselves. */
export type OwnName = Pick<User, 'displayName' | 'firstName' | 'lastName'>;

/** A directory over SCIM would write its own values over those of the user. */
export const isNameManaged = ({ source }: Pick<User, 'source'>): boolean => source === 'SCIM';

/**
 * Changes the name of a user by the user's own hand. It writes the audit row and the event of `updateUser`.
 * @param version the version of the user that the form showed
 * @returns `MANAGED` if a directory keeps the name, `OUTDATED` if the user has changed since
 */
export async function changeOwnName(
  tx: Tx,
  userId: string,
  { version, name }: { version: number; name: OwnName },
  origin: Origin,
): Promise<'DONE' | 'MANAGED' | 'OUTDATED'> {
  const user = await lockUser(tx, userId);
  if (isNameManaged(user)) return 'MANAGED';
  if (user.version !== version) return 'OUTDATED';
  const actor = userActor(userId, user.displayName ?? user.username);
  const changes = assignChanges<User>(user, { ...name });
  if (changes.length === 0) return 'DONE';
  await tx.flush();
  await recordUserChange(tx, nameOf(user), changes, { actor, origin });
  return 'DONE';
}
