import type { EntityManager } from '@mikro-orm/postgresql';
import { type Origin, recordAudit } from '../audit/audit.ts';
import { Failure } from '../failure.ts';
import { mergePatch } from '../lib/merge-patch.ts';
import { type Actor, emit, type FieldChange } from '../platform/events.ts';
import { assignChanges, boundedAttributes } from '../platform/fields.ts';
import { systemActor } from '../platform/grants.ts';
import type { Locked } from '../platform/locked.ts';
import { requireAttributesFit } from '../users/directory/attribute-schema.ts';
import type { User } from '../users/directory/entities/user.ts';
import { unverifiedPhone } from '../users/directory/user-profiles.ts';
import { nameOf } from '../users/directory/users.ts';
import type { Claims } from './claims.ts';
import type { Connection } from './entities/connection.ts';
import { mapped, type Mapped } from './mapping.ts';

/**
 * Sets the fields of a user that the mapping of the connection names, at each sign-in. A directory would write its own values
 * again, so that the fields of a user of SCIM stay.
 */
export async function applyProfile(
  em: EntityManager,
  { attributeMapping }: Pick<Connection, 'attributeMapping'>,
  claims: Claims,
  user: Locked<User>,
): Promise<FieldChange[]> {
  if (user.source === 'SCIM') return [];
  const { fields, attributes } = mapped(attributeMapping, claims);
  const merged = await fittingAttributes(em, user.attributes, attributes);
  const changes = assignChanges<User>(user, { ...fields, ...(merged ? { attributes: merged } : {}) });
  return [...changes, ...unverifiedPhone(user, changes, {})];
}

/**
 * Merges attributes into those that a user has.
 * @returns undefined if nothing is merged, or the result breaks the attribute schema: that must not keep a user out
 */
async function fittingAttributes(
  em: EntityManager,
  before: Record<string, unknown>,
  attributes: Mapped['attributes'],
): Promise<Record<string, unknown> | undefined> {
  if (Object.keys(attributes).length === 0) return undefined;
  const merged = mergePatch(before, attributes) as Record<string, unknown>;
  return (await doFit(em, merged)) ? merged : undefined;
}

/** Tells whether a user may have these attributes. */
export async function doFit(em: EntityManager, attributes: Record<string, unknown>): Promise<boolean> {
  try {
    await requireAttributesFit(em, boundedAttributes(attributes));
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'VALIDATION_ERROR') return false;
    throw error;
  }
}

/** Writes a user with changes that a sign-in brought, with the audit row and the event of `updateUser`. */
export async function writeChanges(
  em: EntityManager,
  user: Locked<User>,
  changes: FieldChange[],
  { reason, origin, actor = systemActor }: { reason: string; origin: Origin; actor?: Actor },
): Promise<void> {
  if (changes.length === 0) return;
  await em.flush();
  const { userId, userName } = nameOf(user);
  await recordAudit(em, [
    {
      action: 'user.update',
      actor,
      targetId: userId,
      targetName: userName,
      result: 'SUCCESS',
      reason,
      changes,
      ...origin,
    },
  ]);
  await emit(em, [{ type: 'user.updated', data: { userId, userName, changes, updatedBy: actor } }]);
}
