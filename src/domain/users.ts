import { LockMode, OptimisticLockError, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../entities/owned.ts';
import { User } from '../entities/user.ts';
import { emit, type FieldChange } from '../events.ts';
import { Failure } from '../failure.ts';
import { newId } from '../lib/id.ts';
import { type Role, scopesOf } from '../lib/role.ts';
import { forgetInvitation } from '../queries/erase-user.ts';
import { namesTaken } from '../queries/names-taken.ts';
import { assignChanges, boundedAttributes, futureTime, patchedAttributes } from './fields.ts';
import { actorOf, type Grantor, requireGrantable } from './grants.ts';
import { inviteUser, type MailAbility } from './invitations.ts';
import { newPasswordHash } from './passwords.ts';
import { ownerOf, preparePassword } from './user-passwords.ts';
import { requireRightsOf } from './user-rights.ts';
import { requireVersion } from './versions.ts';

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
  | 'externalId';

interface UserInput extends Record<Detail, string | null> {
  email: string;
  username?: string;
  attributes: Record<string, unknown>;
  roles: Role[];
  password?: string;
  expiresAt: string | null;
}

export interface NewUser extends UserInput {
  /** Without a password. */
  sendInvite: boolean;
}

export type UserPatch = Partial<UserInput>;

/** @throws {Failure} USER_NOT_FOUND */
export async function findUser(em: EntityManager, id: string): Promise<User> {
  const user = await em.findOne(User, { id });
  if (!user) throw new Failure('USER_NOT_FOUND');
  return user;
}

/** @throws {Failure} USER_NOT_FOUND; the row stays locked until the transaction ends */
export async function lockUser(em: EntityManager, id: string): Promise<User> {
  const user = await em.findOne(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!user) throw new Failure('USER_NOT_FOUND');
  return user;
}

/** What names a person in an event. */
export const nameOf = ({ id, displayName, username }: User) => ({
  userId: id,
  userName: displayName ?? username,
});

/**
 * Creates a person: INVITED with a mail, or ACTIVE with a password or without an invitation.
 * @throws {Failure} SCOPE_NOT_GRANTABLE, VALIDATION_ERROR, USER_EXISTS, PASSWORD_POLICY_VIOLATION, and what
 * `inviteUser` refuses
 */
export async function createUser(
  em: EntityManager,
  input: NewUser,
  grantor: Grantor,
  mail: MailAbility,
): Promise<User> {
  const { orgId, now } = tenancyOf(em);
  const { password, sendInvite, expiresAt, attributes, username = input.email, ...fields } = input;
  requireGrantable(grantor, scopesOf(input.roles));
  const ends = futureTime(expiresAt, now);
  const names = { ...fields, username };
  const id = newId('usr');
  await requireFree(em, orgId, names, id);
  const passwordHash = password === undefined ? null : await newPasswordHash(password, ownerOf(names), []);
  const invited = password === undefined && sendInvite;
  const user = em.create(User, {
    ...names,
    id,
    attributes: boundedAttributes(attributes),
    expiresAt: ends,
    status: invited ? 'INVITED' : 'ACTIVE',
    ...(invited ? { invitedAt: now } : { activatedAt: now }),
    ...(passwordHash === null ? {} : { passwordHash, passwordChangedAt: now }),
    createdBy: grantor.credentialId,
  });
  await flushUnlessTaken(em);
  if (invited) await inviteUser(em, id, mail);
  const { status, email, roles, source } = user;
  await emit(em, [
    {
      type: 'user.created',
      data: { ...nameOf(user), status, email, roles, source, createdBy: actorOf(grantor) },
    },
  ]);
  return user;
}

/** Changes of these decide who can log in, as whom, with which rights, and until when. */
const powerful = ['email', 'username', 'password', 'roles', 'expiresAt'] as const;

/**
 * @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED, USER_STATE_CONFLICT, VALIDATION_ERROR,
 * USER_EXISTS, PASSWORD_POLICY_VIOLATION
 */
export async function updateUser(
  em: EntityManager,
  id: string,
  patch: UserPatch,
  { ifMatch }: { ifMatch: string | undefined },
  grantor: Grantor,
  mail: MailAbility,
): Promise<{ user: User; changes: FieldChange[] }> {
  const { orgId, now } = tenancyOf(em);
  const { password, expiresAt, attributes, ...fields } = patch;
  const ends = expiresAt === undefined ? undefined : futureTime(expiresAt, now);
  if (attributes) boundedAttributes(attributes);
  if (patch.roles) requireGrantable(grantor, scopesOf(patch.roles));
  const prepared =
    password === undefined
      ? undefined
      : await preparePassword(em, id, password, fields, { ifMatch }, grantor);

  const user = await lockUser(em, id);
  if (powerful.some((field) => patch[field] !== undefined)) await requireRightsOf(em, user, grantor);
  requireVersion(user, ifMatch);
  user.requirePresent(now);
  if (prepared && prepared.version !== user.version) throw OptimisticLockError.lockFailed(user);
  await requireFree(em, orgId, fields, id);

  const merged = attributes && patchedAttributes(user.attributes, attributes);
  const changes = assignChanges<User>(user, { ...fields, attributes: merged, expiresAt: ends });
  if (prepared) changes.push(setPassword(user, prepared, now));
  const readdressed = changes.some(({ field }) => field === 'email');
  if (readdressed) user.emailVerified = false;
  await flushUnlessTaken(em);
  if (readdressed) await inviteAgain(em, user, mail);
  if (changes.length > 0) {
    await emit(em, [
      { type: 'user.updated', data: { ...nameOf(user), changes, updatedBy: actorOf(grantor) } },
    ]);
  }
  return { user, changes };
}

/** @returns the change, without what it is changed to */
function setPassword(
  user: User,
  { passwordHash, previousPasswordHashes }: { passwordHash: string; previousPasswordHashes: string[] },
  now: Date,
): FieldChange {
  Object.assign(user, { passwordHash, previousPasswordHashes, passwordChangedAt: now });
  return { field: 'password', from: null, to: null };
}

/** The old link is in the mailbox of somebody who may not be that person. */
async function inviteAgain(em: EntityManager, user: User, mail: MailAbility): Promise<void> {
  await forgetInvitation(em, user.orgId, user.id);
  if (user.status === 'INVITED') await inviteUser(em, user.id, mail);
}

const taken = 'belongs to another person';

/** @throws {Failure} USER_EXISTS */
async function requireFree(
  em: EntityManager,
  orgId: string,
  { email, username }: { email?: string; username?: string },
  id: string,
): Promise<void> {
  if (email === undefined && username === undefined) return;
  const names = { email: email ?? null, username: username ?? null };
  const found = await namesTaken(em, orgId, names, id);
  const details = {
    ...(found.email ? { email: taken } : {}),
    ...(found.username ? { username: taken } : {}),
  };
  if (found.email || found.username) throw new Failure('USER_EXISTS', details);
}

/** Of two requests that found the same name free, the index refuses the later. @throws {Failure} USER_EXISTS */
async function flushUnlessTaken(em: EntityManager): Promise<void> {
  try {
    await em.flush();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    const { constraint } = error as { constraint?: string };
    if (constraint === 'users_email') throw new Failure('USER_EXISTS', { email: taken }, error);
    if (constraint === 'users_username') throw new Failure('USER_EXISTS', { username: taken }, error);
    throw error;
  }
}
