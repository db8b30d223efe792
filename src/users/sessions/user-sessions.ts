import type { EntityManager } from '@mikro-orm/postgresql';
import { Failure } from '../../failure.ts';
import type { Locked } from '../../platform/locked.ts';
import type { Grantor } from '../../platform/grants.ts';
import type { ListPage, Window } from '../../platform/sql/page-of-rows.ts';
import type { User } from '../directory/entities/user.ts';
import { requireMayEndAccessOf } from '../directory/user-rights.ts';
import { findUser, lockUser } from '../directory/users.ts';
import type { Endings } from '../endings.ts';
import { endLogin, endLoginsOf } from './login-sessions.ts';
import { countSessions, hasSession, pageOfSessions, type UserSession } from './sql/user-sessions.ts';

// The sessions of a user, for callers of the API. The user's own are on the account page.

/** Lists the sessions of a user that go on. @throws {Failure} USER_NOT_FOUND */
export async function listUserSessions(
  em: EntityManager,
  userId: string,
  window: Window,
): Promise<ListPage<UserSession>> {
  const { orgId } = await findUser(em, userId);
  return pageOfSessions(em, orgId, userId, window);
}

/**
 * Locks a user whose sessions end. A caller who may sign an administrator out could keep the administrator from acting. So the
 * caller must hold the rights of the user, as for every other end of access (decisions 6.13).
 */
async function lockToSignOut(em: EntityManager, userId: string, grantor: Grantor): Promise<Locked<User>> {
  const user = await lockUser(em, userId);
  await requireMayEndAccessOf(em, user, grantor);
  return user;
}

/** Ends a session. @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, SESSION_NOT_FOUND */
export async function endUserSession(
  em: EntityManager,
  { userId, id }: { userId: string; id: string },
  grantor: Grantor,
  endings: Endings,
): Promise<User> {
  const user = await lockToSignOut(em, userId, grantor);
  if (!(await hasSession(em, user.orgId, { userId, id }))) throw new Failure('SESSION_NOT_FOUND');
  await endLogin(em, id, endings, { reason: 'ENDED_BY_ADMINISTRATOR', actor: grantor.actor });
  return user;
}

/**
 * Ends all sessions of a user. A second call changes nothing and does not fail.
 * @returns how many sessions went on until now
 * @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE
 */
export async function endUserSessions(
  em: EntityManager,
  userId: string,
  grantor: Grantor,
  endings: Endings,
): Promise<{ user: User; ended: number }> {
  const user = await lockToSignOut(em, userId, grantor);
  const ended = await countSessions(em, user.orgId, userId);
  await endLoginsOf(em, userId, endings, { reason: 'ENDED_BY_ADMINISTRATOR', actor: grantor.actor });
  return { user, ended };
}
