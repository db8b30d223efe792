import { type Origin, recordAudit } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { systemActor } from '../../platform/grants.ts';
import { type Locked, lockOne } from '../../platform/locked.ts';
import type { Tx } from '../../platform/tx.ts';
import type { User } from '../../users/directory/entities/user.ts';
import { keptIdOf } from '../../users/directory/sql/users.ts';
import { Group } from '../../users/groups/entities/group.ts';
import { emitMembership } from '../../users/groups/memberships.ts';
import { addMembers, removeMember } from '../../users/groups/sql/members.ts';
import { groupsAt, type Claims } from '../connections/claims.ts';
import type { Connection } from '../connections/entities/connection.ts';
import { isInOneOf, mappedGroups } from './sql/mapped-groups.ts';

/** The reason and the origin that a change of members is recorded with. */
interface Trail {
  reason: string;
  origin: Origin;
}

type Mapping = Pick<Connection, 'orgId' | 'groupsClaim' | 'groupMapping' | 'allowedGroups'>;

/** The memberships that a mapping gives a user, and the changes to reach them. */
export interface GroupPlan {
  /** The ids of the groups that the user is to be a member of by the mapping. */
  wanted: readonly string[];
  joins: readonly string[];
  leaves: readonly string[];
}

/**
 * Plans the memberships of a user, and changes nothing. A user joins the groups that the claims name, and leaves other groups of
 * the mapping. Memberships of other sources stay, and so do the members of groups that a directory keeps. If the identity
 * provider left the groups out, nothing changes.
 * @param userId null for a user who does not exist yet
 */
export async function planGroups(
  tx: Tx,
  { orgId, groupsClaim, groupMapping }: Mapping,
  claims: Claims,
  userId: string | null,
): Promise<GroupPlan> {
  const named = groupMapping.length === 0 ? undefined : groupsAt(claims, groupsClaim);
  if (!named) return { wanted: [], joins: [], leaves: [] };
  const ids = [...new Set(groupMapping.map(({ groupId }) => groupId))];
  const wantedIds = new Set(
    groupMapping.filter(({ value }) => named.has(value)).map(({ groupId }) => groupId),
  );
  const found = await mappedGroups(tx, orgId, { userId, ids });
  const wanted = found.filter(({ id }) => wantedIds.has(id));
  const others = found.filter(({ id }) => !wantedIds.has(id));
  return {
    wanted: wanted.map(({ id }) => id),
    joins: wanted.filter(({ memberSource }) => memberSource === null).map(({ id }) => id),
    leaves: others.filter(({ memberSource }) => memberSource === 'FEDERATION').map(({ id }) => id),
  };
}

/** Carries a plan out, in the order of the ids. Every change of several groups has this order. */
export async function applyGroups(
  tx: Tx,
  { joins, leaves }: GroupPlan,
  user: Locked<User>,
  trail: Trail,
): Promise<void> {
  // The ids are ASCII, so that this is the order of Postgres.
  for (const id of [...joins, ...leaves].sort())
    await (joins.includes(id) ? join(tx, id, user, trail) : leave(tx, id, user, trail));
}

async function join(tx: Tx, id: string, user: Locked<User>, trail: Trail): Promise<void> {
  const group = await lockOne(tx, Group, { id });
  if (!group) return;
  const { now } = tenancyOf(tx);
  const added = (await addMembers(tx, group, [keptIdOf(user)], now, 'FEDERATION')).filter(
    ({ isNew }) => isNew,
  );
  if (added.length === 0) return;
  group.memberCount += 1;
  await emitMembership(tx, group, { added, removed: [] }, systemActor);
  await record(tx, 'group.add_members', group, { from: [], to: [user.id] }, trail);
}

async function leave(tx: Tx, id: string, user: Locked<User>, trail: Trail): Promise<void> {
  const group = await lockOne(tx, Group, { id });
  const removed = group && (await removeMember(tx, group, user.id, 'FEDERATION'));
  if (!removed) return;
  group.memberCount -= 1;
  await emitMembership(tx, group, { added: [], removed: [removed] }, systemActor);
  await record(tx, 'group.remove_member', group, { from: [user.id], to: [] }, trail);
}

const record = (
  tx: Tx,
  action: 'group.add_members' | 'group.remove_member',
  { id, name }: Group,
  { from, to }: { from: string[]; to: string[] },
  { reason, origin }: Trail,
): Promise<void> =>
  recordAudit(tx, [
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

/**
 * Tells whether a user may sign in by the connection: `allowedGroups` names groups here, after the mapping.
 * @param userId null for a user who does not exist yet
 */
export async function isAllowedAfter(
  tx: Tx,
  { orgId, allowedGroups }: Mapping,
  { joins, leaves }: GroupPlan,
  userId: string | null,
): Promise<boolean> {
  if (allowedGroups === null || allowedGroups.some((id) => joins.includes(id))) return true;
  const ids = allowedGroups.filter((id) => !leaves.includes(id));
  return userId !== null && isInOneOf(tx, orgId, { userId, ids });
}
