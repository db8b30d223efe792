import { Failure } from '../../failure.ts';
import type { Locked } from '../../platform/locked.ts';
import type { Grantor } from '../../platform/grants.ts';
import type { ListPage, Window } from '../../platform/sql/page-of-rows.ts';
import type { Tx } from '../../platform/tx.ts';
import type { User } from '../directory/entities/user.ts';
import { requireMayEndAccessOf } from '../directory/user-rights.ts';
import { findUser, lockUser } from '../directory/users.ts';
import type { Endings } from '../endings.ts';
import { endLogin, endLoginsOf } from './login-sessions.ts';
import { countSessions, hasSession, pageOfSessions, type UserSession } from './sql/user-sessions.ts';

// The sessions of a user, for callers of the API. The user's own are on the account page.

/** Lists the sessions of a user that go on. @throws {Failure} USER_NOT_FOUND */
export async function listUserSessions(
  tx: Tx,
  userId: string,
  window: Window,
): Promise<ListPage<UserSession>> {
  const { orgId } = await findUser(tx, userId);
  return pageOfSessions(tx, orgId, userId, window);
}

/**
 * Locks a user whose sessions end. A caller who may sign an administrator out could keep the administrator from acting. So the
 * caller must hold the rights of the user, as for every other end of access (decisions 6.13).
 */
async function lockToSignOut(tx: Tx, userId: string, grantor: Grantor): Promise<Locked<User>> {
  const user = await lockUser(tx, userId);
  await requireMayEndAccessOf(tx, user, grantor);
  return user;
}

/** Ends a session. @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, SESSION_NOT_FOUND */
export async function endUserSession(
  tx: Tx,
  { userId, id }: { userId: string; id: string },
  grantor: Grantor,
  endings: Endings,
): Promise<User> {
  const user = await lockToSignOut(tx, userId, grantor);
  if (!(await hasSession(tx, user.orgId, { userId, id }))) throw new Failure('SESSION_NOT_FOUND');
  await endLogin(tx, id, endings, { reason: 'ENDED_BY_ADMINISTRATOR', actor: grantor.actor });
  return user;
}

/**
 * Ends all sessions of a user. A second call changes nothing and does not fail.
 * @returns how many sessions went on until now
 * @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE
 */
export async function endUserSessions(
  tx: Tx,
  userId: string,
  grantor: Grantor,
  endings: Endings,
): Promise<{ user: User; ended: number }> {
  const user = await lockToSignOut(tx, userId, grantor);
  const ended = await countSessions(tx, user.orgId, userId);
  await endLoginsOf(tx, userId, endings, { reason: 'ENDED_BY_ADMINISTRATOR', actor: grantor.actor });
  return { user, ended };
}
