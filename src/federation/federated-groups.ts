import type { EntityManager } from '@mikro-orm/postgresql';
import { type Origin, recordAudit } from '../audit/audit.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { systemActor } from '../platform/grants.ts';
import { type Locked, lockOne } from '../platform/locked.ts';
import type { User } from '../users/directory/entities/user.ts';
import { keptIdOf } from '../users/directory/sql/users.ts';
import { Group } from '../users/groups/entities/group.ts';
import { emitMembership } from '../users/groups/memberships.ts';
import { addMembers, removeMember } from '../users/groups/sql/members.ts';
import { groupsAt, type Claims } from './claims.ts';
import type { Connection } from './entities/connection.ts';
import { isInOneOf, mappedGroups } from './sql/mapped-groups.ts';

/** The reason and the origin that a change of members is recorded with. */
interface Trail {
  reason: string;
  origin: Origin;
}

type Mapping = Pick<Connection, 'orgId' | 'groupsClaim' | 'groupMapping' | 'allowedGroups'>;

/** The ids of the groups here that the claims name; undefined if the identity provider left the groups out. */
function groupIdsFor({ groupsClaim, groupMapping }: Mapping, claims: Claims): string[] | undefined {
  const named = groupsAt(claims, groupsClaim);
  return named && groupMapping.filter(({ value }) => named.has(value)).map(({ groupId }) => groupId);
}

/**
 * Makes a user a member of the groups that the claims name. Takes the user out of other groups of the mapping. Memberships
 * of other sources stay, and so do the members of groups that a directory keeps.
 */
export async function applyGroups(
  em: EntityManager,
  mapping: Mapping,
  claims: Claims,
  user: Locked<User>,
  trail: Trail,
): Promise<void> {
  for (const { id, joins } of await plannedChanges(em, mapping, claims, user.id))
    await (joins ? join(em, id, user, trail) : leave(em, id, user, trail));
}

/** Returns the groups that a user joins or leaves, in the order of their ids, which every change of several groups has. */
async function plannedChanges(
  em: EntityManager,
  mapping: Mapping,
  claims: Claims,
  userId: string | null,
): Promise<{ id: string; joins: boolean }[]> {
  const { orgId, groupMapping } = mapping;
  const wanted = groupMapping.length === 0 ? undefined : groupIdsFor(mapping, claims);
  if (!wanted) return [];
  const ids = [...new Set(groupMapping.map(({ groupId }) => groupId))];
  const found = await mappedGroups(em, orgId, { userId, ids });
  return found
    .map(({ id, memberSource }) => ({ id, memberSource, joins: wanted.includes(id) }))
    .filter(({ joins, memberSource }) => memberSource === (joins ? null : 'FEDERATION'));
}

async function join(em: EntityManager, id: string, user: Locked<User>, trail: Trail): Promise<void> {
  const group = await lockOne(em, Group, { id });
  if (!group) return;
  const { now } = tenancyOf(em);
  const added = (await addMembers(em, group, [keptIdOf(user)], now, 'FEDERATION')).filter(
    ({ isNew }) => isNew,
  );
  if (added.length === 0) return;
  group.memberCount += 1;
  await emitMembership(em, group, { added, removed: [] }, systemActor);
  await record(em, 'group.add_members', group, { from: [], to: [user.id] }, trail);
}

async function leave(em: EntityManager, id: string, user: Locked<User>, trail: Trail): Promise<void> {
  const group = await lockOne(em, Group, { id });
  const removed = group && (await removeMember(em, group, user.id, 'FEDERATION'));
  if (!removed) return;
  group.memberCount -= 1;
  await emitMembership(em, group, { added: [], removed: [removed] }, systemActor);
  await record(em, 'group.remove_member', group, { from: [user.id], to: [] }, trail);
}

const record = (
  em: EntityManager,
  action: 'group.add_members' | 'group.remove_member',
  { id, name }: Group,
  { from, to }: { from: string[]; to: string[] },
  { reason, origin }: Trail,
): Promise<void> =>
  recordAudit(em, [
    {
      action,
      actor: systemActor,
      targetId: id,
      targetName: name,
      result: 'SUCCESS',
      reason,
      changes: [{ field: 'members', from, to }],
      ...origin,
    },
  ]);

/** Tells whether a user may sign in by the connection: `allowedGroups` names groups here, after the mapping. */
export async function isAllowedUser(
  em: EntityManager,
  { orgId, allowedGroups }: Mapping,
  userId: string,
): Promise<boolean> {
  return allowedGroups === null || isInOneOf(em, orgId, { userId, ids: allowedGroups });
}

/**
 * Tells the same of a user who is not linked yet, before anything is written. The mapping may end the membership that admits the user.
 * @param userId null for a user who does not exist yet
 */
export async function willBeAllowed(
  em: EntityManager,
  mapping: Mapping,
  claims: Claims,
  userId: string | null,
): Promise<boolean> {
  const { orgId, allowedGroups } = mapping;
  if (allowedGroups === null) return true;
  const changes = await plannedChanges(em, mapping, claims, userId);
  if (changes.some(({ id, joins }) => joins && allowedGroups.includes(id))) return true;
  const ids = allowedGroups.filter((allowed) => !changes.some(({ id }) => id === allowed));
  return userId !== null && ids.length > 0 && isInOneOf(em, orgId, { userId, ids });
}
