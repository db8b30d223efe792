import { Failure } from '../../failure.ts';
import { isId } from '../../lib/id.ts';
import type { Grantor } from '../../platform/grants.ts';
import { lockRow } from '../../platform/locked.ts';
import type { Tx } from '../../platform/tx.ts';
import { User } from '../directory/entities/user.ts';
import { requireMayEndAccessOf } from '../directory/user-rights.ts';
import { forgetInvitation } from './sql/invitations.ts';

// A user has one invitation at most, so the id of the user names it. The id stays when the link is made again.

export const invitationIdOf = (userId: string): string => userId.replace(/^usr_/, 'inv_');

const userIdOf = (invitationId: string): string | undefined =>
  isId('inv', invitationId) ? invitationId.replace(/^inv_/, 'usr_') : undefined;

/**
 * Revokes an invitation. A caller who may do that keeps the user from signing in, so the caller must hold the rights of the user.
 * @returns the user, who stays INVITED
 * @throws {Failure} INVITATION_NOT_FOUND, SCOPE_NOT_GRANTABLE
 */
export async function revokeInvitation(tx: Tx, id: string, grantor: Grantor): Promise<User> {
  const userId = userIdOf(id);
  if (userId === undefined) throw new Failure('INVITATION_NOT_FOUND');
  const user = await lockRow(tx, User, userId, 'INVITATION_NOT_FOUND');
  await requireMayEndAccessOf(tx, user, grantor);
  if (!(await forgetInvitation(tx, user.orgId, userId))) throw new Failure('INVITATION_NOT_FOUND');
  return user;
}
