import type { Origin } from '../../audit/audit.ts';
import { Failure } from '../../failure.ts';
import { mergePatch } from '../../lib/merge-patch.ts';
import type { Actor, FieldChange } from '../../platform/events.ts';
import { assignChanges, boundedAttributes } from '../../platform/fields.ts';
import { systemActor } from '../../platform/grants.ts';
import type { Locked } from '../../platform/locked.ts';
import type { Tx } from '../../platform/tx.ts';
import { requireAttributesFit } from '../../users/directory/attribute-schema.ts';
import type { User } from '../../users/directory/entities/user.ts';
import { unverifiedPhone } from '../../users/directory/user-profiles.ts';
import { nameOf } from '../../users/directory/users.ts';
import type { Claims } from '../connections/claims.ts';
import type { Connection } from '../connections/entities/connection.ts';
import { fullNameOf, mapped, type Mapped, mappingOfNewUser } from '../connections/mapping.ts';
import { recordUserChange } from '../../users/directory/user-changes.ts';

/** The profile that a mapping gives a user. */
export interface ProfilePlan extends Mapped {
  /** Why nothing of it is written: a directory keeps the user. Or why no attribute is: the attribute schema forbids the result. */
  kept: 'DIRECTORY' | 'ATTRIBUTES' | null;
  /** All attributes of the user, with those of the mapping; undefined if they stay. */
  merged: Record<string, unknown> | undefined;
}

/**
 * Plans the profile of a user who exists, and changes nothing. A directory would write its own values again, so that the fields of
 * a user of SCIM stay.
 */
export async function planProfile(
  tx: Tx,
  { attributeMapping }: Pick<Connection, 'attributeMapping'>,
  claims: Claims,
  user: User,
): Promise<ProfilePlan> {
  const plan = mapped(attributeMapping, claims);
  if (user.source === 'SCIM') return { ...plan, kept: 'DIRECTORY', merged: undefined };
  const merged = await fittingAttributes(tx, user.attributes, plan.attributes);
  const isRefused = merged === undefined && Object.keys(plan.attributes).length > 0;
  return { ...plan, kept: isRefused ? 'ATTRIBUTES' : null, merged };
}

/** Plans the profile of a user who is to be created. */
export async function planNewProfile(
  tx: Tx,
  { attributeMapping }: Pick<Connection, 'attributeMapping'>,
  claims: Claims,
): Promise<ProfilePlan> {
  const plan = mapped(mappingOfNewUser(attributeMapping), claims);
  const displayName = plan.fields.displayName ?? fullNameOf(plan.fields);
  if (displayName !== undefined) plan.fields.displayName = displayName;
  const merged = { ...plan.attributes };
  return { ...plan, kept: (await doFit(tx, merged)) ? null : 'ATTRIBUTES', merged };
}

/** Sets the fields of a user as planned. */
export function applyProfile({ fields, merged, kept }: ProfilePlan, user: Locked<User>): FieldChange[] {
  if (kept === 'DIRECTORY') return [];
  const changes = assignChanges<User>(user, { ...fields, ...(merged ? { attributes: merged } : {}) });
  return [...changes, ...unverifiedPhone(user, changes, {})];
}

/**
 * Merges attributes into those that a user has.
 * @returns undefined if nothing is merged, or the result breaks the attribute schema: that must not keep a user out
 */
async function fittingAttributes(
  tx: Tx,
  before: Record<string, unknown>,
  attributes: Mapped['attributes'],
): Promise<Record<string, unknown> | undefined> {
  if (Object.keys(attributes).length === 0) return undefined;
  const merged = mergePatch(before, attributes) as Record<string, unknown>;
  return (await doFit(tx, merged)) ? merged : undefined;
}

/** Tells whether a user may have these attributes. */
async function doFit(tx: Tx, attributes: Record<string, unknown>): Promise<boolean> {
  try {
    await requireAttributesFit(tx, boundedAttributes(attributes));
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'VALIDATION_ERROR') return false;
    throw error;
  }
}

/** Writes a user with changes that a sign-in brought, with the audit row and the event of `updateUser`. */
export async function writeChanges(
  tx: Tx,
  user: Locked<User>,
  changes: FieldChange[],
  { reason, origin, actor = systemActor }: { reason: string; origin: Origin; actor?: Actor },
): Promise<void> {
  if (changes.length === 0) return;
  await tx.flush();
  await recordUserChange(tx, nameOf(user), changes, { reason, origin, actor });
}
