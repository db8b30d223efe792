import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { type Locked, lockRow } from '../../platform/locked.ts';
import { Group } from './entities/group.ts';
import { type Actor, emit, type FieldChange } from '../../platform/events.ts';
import { Failure } from '../../failure.ts';
import { newId } from '../../lib/id.ts';
import { exceeding } from '../../lib/scope.ts';
import { requireWithinOwnBounds, unbounded } from '../../credentials/bounds.ts';
import { assignChanges } from '../../platform/fields.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { type Grantor, requireGrantable, requireMayEnd } from '../../platform/grants.ts';
import { type GroupQuota, requireRoomForGroup } from '../quotas.ts';
import { requireVersion } from '../../platform/versions.ts';
import type { Tx } from '../../platform/tx.ts';

export interface NewGroup {
  name: string;
  description: string | null;
  externalId: string | null;
  scopes: string[];
}

/** @throws {Failure} GROUP_NOT_FOUND */
export async function findGroup(tx: Tx, id: string): Promise<Group> {
  const group = await tx.findOne(Group, { id });
  if (!group) throw new Failure('GROUP_NOT_FOUND');
  return group;
}

/** @throws {Failure} GROUP_NOT_FOUND; the row stays locked until the transaction ends */
export const lockGroup = (tx: Tx, id: string): Promise<Locked<Group>> =>
  lockRow(tx, Group, id, 'GROUP_NOT_FOUND');

/** @throws {Failure} SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, QUOTA_EXCEEDED, GROUP_EXISTS */
export async function createGroup(
  tx: Tx,
  input: NewGroup,
  grantor: Grantor,
  quotas: GroupQuota,
): Promise<Group> {
  requireGrantable(grantor, input.scopes);
  if (input.scopes.length > 0) await requireWithinOwnBounds(tx, grantor, unbounded);
  await requireRoomForGroup(tx, tenancyOf(tx).orgId, quotas);
  const group = tx.create(Group, { ...input, id: newId('grp'), createdBy: grantor.actor.id });
  await flushUnlessNameIsTaken(tx, input.name);
  await emit(tx, [
    {
      type: 'group.created',
      data: { ...subject(group), source: group.source, scopes: group.scopes, createdBy: grantor.actor },
    },
  ]);
  return group;
}

/** @throws {Failure} GROUP_NOT_FOUND, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, PRECONDITION_FAILED, GROUP_EXISTS */
export async function updateGroup(
  tx: Tx,
  id: string,
  patch: Partial<NewGroup>,
  { ifMatch }: { ifMatch: string | undefined },
  grantor: Grantor,
): Promise<{ group: Group; changes: FieldChange[] }> {
  const { name, description, externalId, scopes, ...rest } = patch;
  rest satisfies Record<string, never>;
  const group = await lockGroup(tx, id);
  // Taking a scope away from others is as much a power over it as giving it.
  if (scopes) requireMayEnd(grantor, [...new Set([...group.scopes, ...scopes])]);
  if (scopes && exceeding(group.scopes, scopes).length > 0)
    await requireWithinOwnBounds(tx, grantor, unbounded);
  requireVersion(group, ifMatch);
  const changes = assignChanges(group, { name, description, externalId, scopes });
  if (changes.length === 0) return { group, changes };
  await flushUnlessNameIsTaken(tx, group.name);
  await emit(tx, [{ type: 'group.updated', data: { ...subject(group), changes, updatedBy: grantor.actor } }]);
  return { group, changes };
}

/**
 * Deletes a group for good. The database deletes the group's memberships with it, without events of their own.
 * @throws {Failure} GROUP_NOT_FOUND, SCOPE_NOT_GRANTABLE (its members lose them), PRECONDITION_FAILED
 */
export async function deleteGroup(
  tx: Tx,
  id: string,
  { ifMatch }: { ifMatch: string | undefined },
  grantor: Grantor,
): Promise<Group> {
  const group = await lockGroup(tx, id);
  requireMayEnd(grantor, group.scopes);
  requireVersion(group, ifMatch);
  await endGroup(tx, group, grantor.actor);
  return group;
}

/** Deletes a group: the common part of deletion over the API and over SCIM. */
export async function endGroup(tx: Tx, group: Locked<Group>, actor: Actor): Promise<void> {
  tx.remove(group);
  const { memberCount } = group;
  await emit(tx, [{ type: 'group.deleted', data: { ...subject(group), memberCount, deletedBy: actor } }]);
}

/** Returns the fields that name a group in an event. */
export const subject = ({ id, name }: Group) => ({ groupId: id, groupName: name });

/**
 * Writes a group. Only the index can judge names that are taken at the same moment. It leaves groups out that had one name before names had
 * keys; the trigger `groups_renamed` judges them again.
 * @throws {Failure} GROUP_EXISTS
 */
export async function flushUnlessNameIsTaken(tx: Tx, name: string): Promise<void> {
  try {
    await tx.flush();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException)
      throw new Failure('GROUP_EXISTS', { name }, error);
    throw error;
  }
}
