import type { Group } from './entities/group.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { Failure, invalid } from '../../failure.ts';
import { isId } from '../../lib/id.ts';
import { addMembers, type MemberRow, removeMember } from './sql/members.ts';
import { lockUsers } from '../directory/sql/users.ts';
import { requireWithinOwnBounds, unbounded } from '../../credentials/bounds.ts';
import { type Grantor, requireGrantable, requireMayEnd } from '../../platform/grants.ts';
import type { Tx } from '../../platform/tx.ts';
import { lockGroup } from './groups.ts';
import { emitMembership } from './memberships.ts';

/** Who is named, by one field or the other. @throws {Failure} VALIDATION_ERROR unless it is exactly one of them */
export function namedUsers({ userId, userIds }: { userId?: string; userIds?: string[] }): string[] {
  if (userId !== undefined && userIds !== undefined) throw invalid('userIds', 'may not be sent with userId');
  if (userIds !== undefined) return userIds;
  if (userId === undefined) throw invalid('userId', 'is required, unless you send userIds');
  return [userId];
}

/**
 * Adds all of these users or none. A membership that exists already does not change.
 * @returns all of them in that order, and the ids of those who were not members before
 * @throws {Failure} GROUP_NOT_FOUND, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, USER_NOT_FOUND, MANAGED_BY_SCIM
 */
export async function addGroupMembers(
  tx: Tx,
  groupId: string,
  userIds: readonly string[],
  grantor: Grantor,
): Promise<{ group: Group; members: MemberRow[]; added: string[] }> {
  const { orgId, now } = tenancyOf(tx);
  // Locks users before groups, as everywhere: otherwise two calls could wait for each other without end.
  const present = await lockUsers(
    tx,
    orgId,
    userIds.filter((id) => isId('usr', id)),
  );
  const group = await lockGroup(tx, groupId);
  requireGrantable(grantor, group.scopes);
  if (group.scopes.length > 0) await requireWithinOwnBounds(tx, grantor, unbounded);
  if (!userIds.every((id) => present.has(id)))
    throw new Failure('USER_NOT_FOUND', { userIds: userIds.filter((id) => !present.has(id)) });
  requireOwnMembers(group);

  const members = await addMembers(tx, group, userIds, now);
  const added = members.filter(({ isNew }) => isNew);
  group.memberCount += added.length;
  await emitMembership(tx, group, { added, removed: [] }, grantor.actor);
  return { group, members, added: added.map(({ userId }) => userId) };
}

/**
 * Removes a member, which takes the scopes of the group away: that needs what giving them needs.
 * @throws {Failure} GROUP_NOT_FOUND, SCOPE_NOT_GRANTABLE, MEMBER_NOT_FOUND, MANAGED_BY_SCIM
 */
export async function removeGroupMember(
  tx: Tx,
  groupId: string,
  userId: string,
  grantor: Grantor,
): Promise<Group> {
  const group = await lockGroup(tx, groupId);
  requireMayEnd(grantor, group.scopes);
  const removed = await removeMember(tx, group, userId);
  if (!removed) throw new Failure('MEMBER_NOT_FOUND');
  // After the 404 in the order of refusals (decisions 6.1); the transaction is undone.
  requireOwnMembers(group);
  group.memberCount -= 1;
  await emitMembership(tx, group, { added: [], removed: [removed] }, grantor.actor);
  return group;
}

/** @throws {Failure} MANAGED_BY_SCIM: its next synchronization would undo the change */
function requireOwnMembers({ source }: Group): void {
  if (source === 'SCIM') throw new Failure('MANAGED_BY_SCIM');
}
