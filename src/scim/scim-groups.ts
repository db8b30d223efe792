import { type Locked, lockOne, ownRow } from '../platform/locked.ts';
import { Group } from '../users/groups/entities/group.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit, type FieldChange } from '../platform/events.ts';
import { Failure } from '../failure.ts';
import { newId } from '../lib/id.ts';
import { changesBetween } from './protocol/changes.ts';
import type { MemberChange } from './protocol/members.ts';
import type { ScimResource } from './protocol/resource.ts';
import { groupType } from './protocol/schema.ts';
import { readScimGroups, type ScimGroupRow } from './sql/scim-resources.ts';
import { assignChanges } from '../platform/fields.ts';
import { type Grantor, requireGrantable } from '../platform/grants.ts';
import { type GroupQuota, requireRoomForGroup } from '../users/quotas.ts';
import { endGroup, flushUnlessNameIsTaken, subject } from '../users/groups/groups.ts';
import { emitMembership } from '../users/groups/memberships.ts';
import { resourceOf, storingOf } from './scim-mapping.ts';
import {
  changeMembers,
  joining,
  lockJoining,
  memberChanges,
  noteOfLeft,
  withoutLeft,
} from './scim-members.ts';
import { type IfMatch, requireScimVersion, touch } from '../platform/versions.ts';
import type { Tx } from '../platform/tx.ts';

/** An edited group: the resource without its members, and the changes of the members. */
export interface EditedGroup {
  resource: ScimResource;
  members: readonly MemberChange[];
}

/** A changed group. The changes have canonical paths. */
export interface ChangedGroup {
  group: Group;
  changes: FieldChange[];
  /** The note for the directory in its log: the differences between the request and the change. */
  note?: string;
}

/** A group as its schema describes it; its members only if the row has them. */
export function resourceOfGroup(row: ScimGroupRow): ScimResource {
  const computed = new Map<string, unknown>([['resourceType', groupType.name]]);
  if (row.members.length > 0) {
    const members = row.members.map(({ userId, userName }) => ({
      value: userId,
      display: userName,
      type: 'User',
    }));
    computed.set('members', members);
  }
  return resourceOf(groupType, { fields: { ...row }, scim: {}, values: new Map(), computed });
}

const rowOf = (group: Group): ScimGroupRow => {
  const { id, name, externalId, source, memberCount, version, createdAt, updatedAt } = group;
  return { id, name, externalId, source, memberCount, version, createdAt, updatedAt, members: [] };
};

const isGone = (id: string): Failure => new Failure('SCIM_RESOURCE_NOT_FOUND', { id });

/** @throws {Failure} SCIM_RESOURCE_NOT_FOUND; the row stays locked */
async function lockScimGroup(tx: Tx, id: string): Promise<Locked<Group>> {
  const group = await lockOne(tx, Group, { id });
  if (!group) throw isGone(id);
  return group;
}

/** @throws {Failure} SCIM_VALUE_INVALID */
function fieldsOf(resource: ScimResource): { name: string; externalId: string | null } {
  const { name = null, externalId = null } = storingOf(groupType, resource).fields;
  if (name === null) throw new Failure('SCIM_VALUE_INVALID', { detail: 'displayName is required' });
  return { name, externalId };
}

/**
 * Creates a group with all of these members, or fails. Flushes.
 * @throws {Failure} QUOTA_EXCEEDED, GROUP_EXISTS, SCIM_VALUE_INVALID
 */
export async function createScimGroup(
  tx: Tx,
  { resource, members }: EditedGroup,
  grantor: Grantor,
  quotas: GroupQuota,
): Promise<ChangedGroup> {
  const fields = fieldsOf(resource);
  await requireRoomForGroup(tx, tenancyOf(tx).orgId, quotas);
  const locked = await lockJoining(tx, joining(members));
  const here = withoutLeft(members, locked);
  const group = tx.create(Group, {
    ...fields,
    id: newId('grp'),
    description: null,
    source: 'SCIM',
    memberCount: joining(here).length,
    createdBy: grantor.actor.id,
  });
  await flushUnlessNameIsTaken(tx, fields.name);
  const membership = await changeMembers(tx, ownRow(group), here);
  const { source, scopes } = group;
  const data = { ...subject(group), source, scopes, createdBy: grantor.actor };
  await emit(tx, [{ type: 'group.created', data }]);
  await emitMembership(tx, group, membership, grantor.actor);
  const changes = [...changesBetween(groupType, {}, resource), ...memberChanges(membership, 0)];
  return { group, changes, ...noteOfLeft(locked.left) };
}

/**
 * Changes a group to what `edit` makes of it, and takes it over from wherever it came. Its cost does not depend on how
 * many members it has, but on how many come and leave. Flushes.
 *
 * @param edit is called again once the group is locked, so it must be pure; what it throws is thrown. It may await the
 * database only
 * @throws {Failure} SCIM_RESOURCE_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED, GROUP_EXISTS, SCIM_VALUE_INVALID
 */
export async function changeScimGroup(
  tx: Tx,
  id: string,
  edit: (before: ScimResource) => EditedGroup | Promise<EditedGroup>,
  { ifMatch }: IfMatch,
  grantor: Grantor,
): Promise<ChangedGroup> {
  const { now } = tenancyOf(tx);
  const [unlocked] = await readScimGroups(tx, tenancyOf(tx).orgId, [id], { members: false });
  if (!unlocked) throw isGone(id);
  const joins = joining((await edit(resourceOfGroup(unlocked))).members);
  const locked = await lockJoining(tx, joins);
  const group = await lockScimGroup(tx, id);
  // A caller who takes a group over decides from then on who has its scopes.
  if (joins.length > 0 || group.source !== 'SCIM') requireGrantable(grantor, group.scopes);
  requireScimVersion(group, ifMatch);

  const before = resourceOfGroup(rowOf(group));
  const { resource, members } = await edit(before);
  assignChanges<Group>(group, fieldsOf(resource));
  const updates = changesBetween(groupType, before, resource);
  if (group.source !== 'SCIM') {
    updates.push({ field: 'source', from: group.source, to: 'SCIM' });
    group.source = 'SCIM';
  }
  const membership = await changeMembers(tx, group, withoutLeft(members, locked));
  const changes = [...updates, ...memberChanges(membership, group.memberCount)];
  group.memberCount += membership.added.length - membership.removed.length;
  if (changes.length > 0) touch(group, now);
  await flushUnlessNameIsTaken(tx, group.name);
  if (updates.length > 0) {
    const data = { ...subject(group), changes: updates, updatedBy: grantor.actor };
    await emit(tx, [{ type: 'group.updated', data }]);
  }
  await emitMembership(tx, group, membership, grantor.actor);
  return { group, changes, ...noteOfLeft(locked.left) };
}

/**
 * Deletes a group for good. Flushes.
 * @throws {Failure} SCIM_RESOURCE_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED
 */
export async function deleteScimGroup(
  tx: Tx,
  id: string,
  { ifMatch }: IfMatch,
  grantor: Grantor,
): Promise<ChangedGroup> {
  const group = await lockScimGroup(tx, id);
  requireGrantable(grantor, group.scopes);
  requireScimVersion(group, ifMatch);
  await endGroup(tx, group, grantor.actor);
  await tx.flush();
  return { group, changes: [{ field: 'id', from: id, to: null }] };
}
