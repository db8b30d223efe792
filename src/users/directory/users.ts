import { OptimisticLockError } from '@mikro-orm/core';
import { type Locked, lockRow } from '../../platform/locked.ts';
import type { BreachedPasswords } from '../passwords/breached-passwords.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { User } from './entities/user.ts';
import { emit, type FieldChange } from '../../platform/events.ts';
import { Failure } from '../../failure.ts';
import { newId } from '../../lib/id.ts';
import type { PostalAddress } from '../../lib/profile-values.ts';
import { type Role, scopesOf } from './role.ts';
import { followNewAddress } from './new-address.ts';
import { requireAttributesFit } from './attribute-schema.ts';
import { requireMayGiveLasting, requireWithinOwnBounds, unbounded } from '../../credentials/bounds.ts';
import { ifHigher } from '../../lib/loosening.ts';
import { exceeding } from '../../lib/scope.ts';
import { assignChanges, boundedAttributes, futureTime, patchedAttributes } from '../../platform/fields.ts';
import {
  type Grantor,
  requireGrantable,
  requireMayEnd,
  requireProofOfChange,
} from '../../platform/grants.ts';
import { inviteUser, type MailAbility } from '../invitations/invitations.ts';
import type { Endings } from '../endings.ts';
import { requireAnotherOwner } from './owners.ts';
import { requireRoomForUser, type UserQuota } from '../quotas.ts';
import { flushUnlessTaken, requireFree, requireUserName, requireUserNameOf } from './user-names.ts';
import { profileOf, unverifiedPhone } from './user-profiles.ts';
import {
  firstPasswordHash,
  followNewPassword,
  preparePassword,
  setPassword,
} from '../passwords/user-passwords.ts';
import { requireMayEmpower, requireMayEndAccessOf } from './user-rights.ts';
import { type IsProvedDomain, requireMayVouchFor } from './vouched-address.ts';
import { requireVersion } from '../../platform/versions.ts';
import type { Tx } from '../../platform/tx.ts';

type Detail =
  | 'firstName'
  | 'lastName'
  | 'displayName'
  | 'nickname'
  | 'title'
  | 'department'
  | 'division'
  | 'organization'
  | 'costCenter'
  | 'employeeNumber'
  | 'managerId'
  | 'phoneNumber'
  | 'locale'
  | 'timezone'
  | 'picture'
  | 'externalId'
  | 'middleName'
  | 'birthdate'
  | 'gender'
  | 'website'
  | 'profileUrl';

/** The details of a user when only the address is known. */
export const noDetails: Readonly<Record<Detail, null>> = {
  firstName: null,
  lastName: null,
  displayName: null,
  nickname: null,
  title: null,
  department: null,
  division: null,
  organization: null,
  costCenter: null,
  employeeNumber: null,
  managerId: null,
  phoneNumber: null,
  locale: null,
  timezone: null,
  picture: null,
  externalId: null,
  middleName: null,
  birthdate: null,
  gender: null,
  website: null,
  profileUrl: null,
};

interface UserInput extends Record<Detail, string | null> {
  email: string;
  emailVerified?: boolean;
  username?: string;
  phoneNumberVerified?: boolean;
  address?: PostalAddress | null;
  attributes: Record<string, unknown>;
  roles: Role[];
  password?: string;
  expiresAt: string | null;
}

export interface NewUser extends UserInput {
  /** Without a password. */
  sendInvite: boolean;
}

/** The means of the service for users: it sends mail, and looks breached passwords up. */
export interface UserMeans {
  mail: MailAbility;
  breached: BreachedPasswords;
}

/** The means that a change of a user needs. */
export type ChangeMeans = UserMeans & { wired: { endings: Endings } };

/** The means of a caller who says that an address is verified. */
export interface AddressMeans {
  isProvedDomain: IsProvedDomain;
}

/** The means that a new user needs. */
export type NewUserMeans = UserMeans & {
  quotas: UserQuota;
  /** Whether the user may lack attributes that the schema of the tenant requires. */
  isWithoutSchema?: boolean;
} & Partial<AddressMeans>;

export type UserPatch = Partial<UserInput>;

/** @throws {Failure} USER_NOT_FOUND */
export async function findUser(tx: Tx, id: string): Promise<User> {
  const user = await tx.findOne(User, { id });
  if (!user) throw new Failure('USER_NOT_FOUND');
  return user;
}

/** @throws {Failure} USER_NOT_FOUND; the row stays locked until the transaction ends */
export const lockUser = (tx: Tx, id: string): Promise<Locked<User>> =>
  lockRow(tx, User, id, 'USER_NOT_FOUND');

/** Returns the fields that name a user in an event. */
export const nameOf = ({ id, displayName, username }: Pick<User, 'id' | 'displayName' | 'username'>) => ({
  userId: id,
  userName: displayName ?? username,
});

/**
 * Creates a person: INVITED with a mail, or ACTIVE with a password or without an invitation.
 * @throws {Failure} SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, QUOTA_EXCEEDED, VALIDATION_ERROR, USER_EXISTS,
 * PASSWORD_POLICY_VIOLATION, and what `inviteUser` refuses
 */
export async function createUser(
  tx: Tx,
  input: NewUser,
  grantor: Grantor,
  { mail, breached, quotas, isWithoutSchema = false, isProvedDomain = nowhere }: NewUserMeans,
): Promise<User> {
  const { orgId, now } = tenancyOf(tx);
  const {
    password,
    sendInvite,
    expiresAt,
    attributes,
    emailVerified,
    username = input.email,
    ...fields
  } = input;
  requireGrantable(grantor, scopesOf(input.roles));
  await requireRoomForUser(tx, orgId, quotas);
  const bounded = boundedAttributes(attributes);
  if (!isWithoutSchema) await requireAttributesFit(tx, bounded);
  const ends = futureTime(expiresAt, now);
  const profile = profileOf(input);
  await requireMayGiveRoles(tx, input.roles, ends, grantor);
  if (emailVerified) await requireMayVouchFor(tx, input.email, grantor, isProvedDomain);
  // The caller knows the password. A user without one is data, which a temporary key may import (docs/decisions/0041).
  if (password !== undefined) await requireMayGiveLasting(tx, grantor);
  else if (sendInvite) requireProofOfChange(grantor);
  const names = { ...fields, ...profile, username };
  const id = newId('usr');
  if (input.username === undefined) requireUserNameOf(username);
  else requireUserName(username);
  await requireFree(tx, orgId, names, id);
  const passwordHash = password === undefined ? null : await firstPasswordHash(tx, password, names, breached);
  const invited = password === undefined && sendInvite;
  const user = tx.create(User, {
    ...names,
    id,
    attributes,
    expiresAt: ends,
    status: invited ? 'INVITED' : 'ACTIVE',
    ...(invited ? { invitedAt: now } : { activatedAt: now }),
    ...(passwordHash === null ? {} : { passwordHash, passwordChangedAt: now }),
    createdBy: grantor.actor.id,
  });
  if (emailVerified) user.noteProof({ by: 'BY_ADMIN' });
  await flushUnlessTaken(tx);
  if (invited) await inviteUser(tx, id, grantor.actor, mail);
  const { status, email, roles, source } = user;
  await emit(tx, [
    {
      type: 'user.created',
      data: { ...nameOf(user), status, email, roles, source, createdBy: grantor.actor },
    },
  ]);
  return user;
}

/** Changes of these decide which user can log in, with which rights, and until when. */
const powerful = ['email', 'emailVerified', 'username', 'password', 'roles', 'expiresAt'] as const;

/** A room that creates users without an administrator knows no proved domain. */
const nowhere: IsProvedDomain = () => Promise.resolve(false);

/** Whether a change moves codes and links of a user elsewhere, or gives a way in, a right, or a longer life. */
const opensWayIn = (user: User, patch: UserPatch, ends: Date | null | undefined): boolean =>
  patch.password !== undefined ||
  patch.phoneNumberVerified === true ||
  (patch.email !== undefined && patch.email !== user.email) ||
  (patch.username !== undefined && patch.username !== user.username) ||
  (ends !== undefined && ifHigher(user.expiresAt?.toISOString(), ends?.toISOString())) ||
  exceeding(scopesOf(user.roles), scopesOf(patch.roles ?? [])).length > 0;

/**
 * @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, PRECONDITION_FAILED, USER_STATE_CONFLICT,
 * VALIDATION_ERROR, USER_EXISTS, PASSWORD_POLICY_VIOLATION, LOCKOUT_RISK; if it opens a way in also REAUTHENTICATION_REQUIRED
 */
export async function updateUser(
  tx: Tx,
  id: string,
  patch: UserPatch,
  { ifMatch }: { ifMatch: string | undefined },
  grantor: Grantor,
  { mail, breached, wired, isProvedDomain }: ChangeMeans & AddressMeans,
): Promise<{ user: User; changes: FieldChange[] }> {
  const { orgId, now } = tenancyOf(tx);
  const { password, expiresAt, attributes, emailVerified, ...fields } = patch;
  const ends = expiresAt === undefined ? undefined : futureTime(expiresAt, now);
  if (attributes) boundedAttributes(attributes);
  const profile = profileOf(patch);
  if (patch.roles) requireMayEnd(grantor, scopesOf(patch.roles));
  const prepared =
    password === undefined
      ? undefined
      : await preparePassword(tx, id, password, fields, { ifMatch }, grantor, breached);

  const user = await lockUser(tx, id);
  if (patch.phoneNumberVerified === true || powerful.some((field) => patch[field] !== undefined)) {
    const leaves = ends === undefined ? user.expiresAt : ends;
    if (opensWayIn(user, patch, ends)) {
      await requireMayEmpower(tx, user, grantor, leaves);
      await requireMayGiveLasting(tx, grantor);
      await requireMayGiveRoles(tx, patch.roles ?? [], leaves, grantor);
    } else await requireMayEndAccessOf(tx, user, grantor);
  }
  requireVersion(user, ifMatch);
  user.requirePresent(now);
  if (prepared && prepared.version !== user.version) throw OptimisticLockError.lockFailed(user);
  const merged = attributes && patchedAttributes(user.attributes, attributes);
  if (merged) await requireAttributesFit(tx, merged);
  requireUserName(fields.username, user.username);
  await requireFree(tx, orgId, fields, id);
  if (ends || patch.roles?.includes('OWNER') === false) await requireAnotherOwner(tx, user);

  const { emailVerified: wasVerified } = user;
  const changes = assignChanges<User>(user, {
    ...fields,
    ...profile,
    attributes: merged,
    expiresAt: ends,
  });
  if (prepared) {
    changes.push(setPassword(user, prepared, now));
    await followNewPassword(tx, user, grantor.actor, wired.endings);
  }
  const readdressed = changes.some(({ field }) => field === 'email');
  if (readdressed) user.noteProof(undefined);
  if (emailVerified && !user.emailVerified) {
    await requireMayVouchFor(tx, user.email, grantor, isProvedDomain);
    user.noteProof({ by: 'BY_ADMIN' });
  } else if (emailVerified === false) user.noteProof(undefined);
  if (emailVerified !== undefined && emailVerified !== wasVerified)
    changes.push({ field: 'emailVerified', from: wasVerified, to: emailVerified });
  changes.push(...unverifiedPhone(user, changes, patch));
  await flushUnlessTaken(tx);
  if (readdressed)
    await followNewAddress(tx, user, mail, { isVouchedFor: user.emailVerified, by: grantor.actor });
  if (changes.length > 0) {
    await emit(tx, [{ type: 'user.updated', data: { ...nameOf(user), changes, updatedBy: grantor.actor } }]);
  }
  return { user, changes };
}

/** Roles that carry rights are given by a key that does not end before the user does (docs/decisions/0041). */
async function requireMayGiveRoles(
  tx: Tx,
  roles: readonly Role[],
  endsAt: Date | null,
  grantor: Grantor,
): Promise<void> {
  if (scopesOf(roles).length > 0) await requireWithinOwnBounds(tx, grantor, { ...unbounded, endsAt });
}
