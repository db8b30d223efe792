import { OptimisticLockError } from '@mikro-orm/core';
import { type Locked, lockOne } from '../platform/locked.ts';
import { isDeepStrictEqual } from 'node:util';
import { tenancyOf } from '../platform/entities/owned.ts';
import { User } from '../users/directory/entities/user.ts';
import { emit, eventRows, type FieldChange, type NewEvent } from '../platform/events.ts';
import { writeLast } from '../platform/last-writes.ts';
import { Failure } from '../failure.ts';
import { isEmailAddress } from '../lib/email.ts';
import { newId } from '../lib/id.ts';
import { changesBetween } from './protocol/changes.ts';
import type { ScimResource } from './protocol/resource.ts';
import { userType } from './protocol/schema.ts';
import { readScimUsers, type ScimUserRow } from './sql/scim-resources.ts';
import { type NewUser, newUserFacts, newUserRows } from '../users/directory/sql/new-user.ts';
import { userDetails } from '../users/directory/sql/users.ts';
import { saveUserValues } from '../users/directory/sql/attributes.ts';
import { requireAttributesFit, requireFit } from '../users/directory/attribute-schema.ts';
import type { Grantor } from '../platform/grants.ts';
import type { Endings } from '../users/endings.ts';
import { followNewAddress } from '../users/directory/new-address.ts';
import { requireAnotherOwner } from '../users/directory/owners.ts';
import { requireOwnerLeft } from '../federation/linking/lockout.ts';
import { proofByDirectory } from '../federation/linking/proved-address.ts';
import { localOwners } from '../users/factors/local-owners.ts';
import { beforehand } from '../platform/beforehand.ts';
import { isPassword } from '../users/passwords/passwords.ts';
import { requireRoomForUser, type UserQuota } from '../users/quotas.ts';
import type { BreachedPasswords } from '../users/passwords/breached-passwords.ts';
import { fieldsOfSameLists, storingOf } from './scim-mapping.ts';
import { hasAddress, requireScimUserName } from './scim-user-names.ts';
import { attributesFrom, isActive, resourceOfUser, unassigned } from './scim-user-resource.ts';
import {
  addressToSignIn,
  flushUnlessTaken,
  refusalOfTaken,
  usernameTaken,
} from '../users/directory/user-names.ts';
import {
  firstPasswordHash,
  followNewPassword,
  type PreparedPassword,
  preparePassword,
  setPassword,
} from '../users/passwords/user-passwords.ts';
import { requireRightsOf } from '../users/directory/user-rights.ts';
import { endAccess, endUser } from '../users/directory/user-states.ts';
import { nameOf, type ChangeMeans } from '../users/directory/users.ts';
import { type IfMatch, requireScimVersion, touch } from '../platform/versions.ts';
import type { Tx } from '../platform/tx.ts';

/** Edits the resource of a user. The function may await the database only. */
type Edit = (before: ScimResource) => ScimResource | Promise<ScimResource>;

/** A changed user. The changes have canonical paths; a password is named without its value. */
export interface ChangedUser {
  user: Pick<User, 'id' | 'username' | 'externalId'>;
  changes: FieldChange[];
  /** The note for the directory in its log: the differences between the request and the change. */
  note?: string;
}

const isReleased = (id: string): Failure => new Failure('SCIM_RESOURCE_NOT_FOUND', { id });

/**
 * Locks a user. The row stays locked.
 * @throws {Failure} SCIM_RESOURCE_NOT_FOUND, also for a user that SCIM deleted
 */
async function lockScimUser(tx: Tx, id: string): Promise<Locked<User>> {
  const user = await lockOne(tx, User, { id, releasedAt: null });
  if (!user) throw isReleased(id);
  return user;
}

/** @throws {Failure} SCIM_RESOURCE_NOT_FOUND */
async function readResourceOf(tx: Tx, id: string): Promise<ScimResource> {
  const [row] = await readScimUsers(tx, tenancyOf(tx).orgId, [id], { groups: false });
  if (!row) throw isReleased(id);
  return resourceOfUser(row);
}

/**
 * Creates a user that a directory vouches for. The user is ACTIVE without an invitation, and SUSPENDED if the directory
 * says `active: false`. The last statement of the transaction writes the user, so nothing can read them before.
 * @returns also the row that SCIM shows, as it will be read from then on
 * @param options.dropsWeakPassword a password that the policy refuses is left out, and no change tells of one
 * @throws {Failure} QUOTA_EXCEEDED, USER_EXISTS, PASSWORD_POLICY_VIOLATION, SCIM_VALUE_INVALID, VALIDATION_ERROR
 */
export async function createScimUser(
  tx: Tx,
  sent: ScimResource,
  {
    dropsWeakPassword,
    breached,
    quotas,
  }: { dropsWeakPassword: boolean; breached: BreachedPasswords; quotas: UserQuota },
  grantor: Grantor,
): Promise<ChangedUser & { row: ScimUserRow }> {
  const { orgId, now } = tenancyOf(tx);
  const storing = storingOf(userType, sent);
  const { fields, scim, values, address: postal = null } = storing;
  const { username = null, email: address = null, managerId = null } = fields;
  const facts = await newUserFacts(tx, orgId, { username, email: address, managerId });
  await requireRoomForUser(tx, orgId, quotas, facts.users);
  if (username === null) throw new Failure('SCIM_VALUE_INVALID', { detail: 'userName is required' });
  requireScimUserName(username);
  requireAddress(address);
  const attributes = attributesFrom(storing, {});
  // A tenant's rule may ask for what no directory sends; it binds those that send any.
  if (Object.keys(attributes).length > 0) requireFit(facts.attributeSchema, attributes);
  if (facts.usernameTaken) throw usernameTaken();
  const email = facts.emailTaken ? null : address;
  const passwordHash = await hashOf(tx, sent, { ...fields, username, email }, breached).catch(
    (error: unknown) => {
      const isWeak = error instanceof Failure && error.code === 'PASSWORD_POLICY_VIOLATION';
      if (isWeak && dropsWeakPassword) return null;
      throw error;
    },
  );
  const isActive = sent['active'] !== false;
  const isVouchedFor = email !== null && facts.domainProved;
  const user: NewUser = {
    ...noDetails,
    ...fields,
    id: newId('usr'),
    username,
    email,
    address: postal,
    attributes,
    scim,
    roles: ['MEMBER'],
    source: 'SCIM',
    status: isActive ? 'ACTIVE' : 'SUSPENDED',
    // A directory is an administrator of the domain, and did not see the mailbox (docs/decisions/0094).
    emailVerified: isVouchedFor,
    emailProof: isVouchedFor ? 'BY_ADMIN' : null,
    activatedAt: isActive ? now : null,
    passwordHash,
    passwordChangedAt: passwordHash === null ? null : now,
    createdBy: grantor.actor.id,
    createdAt: now,
    updatedAt: now,
  };
  writeLast(tx, { ...newUserRows(orgId, user, values), refusal: refusalOfTaken });
  const { status, roles, source } = user;
  const data = { ...nameOf(user), status, email, roles, source, createdBy: grantor.actor };
  writeLast(tx, eventRows(tx, [{ type: 'user.created', data }]));
  const changes = changesBetween(userType, {}, sent);
  const present = [...values].filter(([, elements]) => elements.length > 0);
  const { manager } = facts;
  return {
    user,
    row: { ...user, version: 1, expiresAt: null, manager, values: new Map(present), groups: [] },
    changes: passwordHash === null ? changes : [...changes, newPassword],
    ...noteOf(email === address),
  };
}

/** Details that a directory did not send. */
const noDetails = Object.fromEntries(userDetails.map((name) => [name, null])) as Record<
  (typeof userDetails)[number],
  null
>;

const noteOf = (isFree: boolean): { note?: string } =>
  isFree
    ? {}
    : {
        note: 'emails: another user has this address, so it stays in the list, but is not the address of the account',
      };

/** People are written to, and found, by it. @throws {Failure} SCIM_VALUE_INVALID */
function requireAddress(email: string | null): void {
  if (email !== null && !isEmailAddress(email))
    throw new Failure('SCIM_VALUE_INVALID', {
      detail: 'emails: the primary value, or else the first, must be an email address',
    });
}

const newPassword: FieldChange = { field: 'password', from: null, to: null };

async function hashOf(
  tx: Tx,
  { password }: ScimResource,
  { username, email, ...fields }: Record<string, string | null> & { username: string; email: string | null },
  breached: BreachedPasswords,
): Promise<string | null> {
  if (typeof password !== 'string') return null;
  const { firstName = null, lastName = null, displayName = null } = fields;
  return firstPasswordHash(tx, password, { username, email, firstName, lastName, displayName }, breached);
}

/**
 * Changes a person to what `edit` makes of them, and takes them over from wherever they came. Flushes.
 *
 * @param edit is called again once the person is locked, so it must be pure; what it throws is thrown
 * @param options.mayCarryPassword whether `edit` may give a password: it is hashed before the lock, which takes a second
 * reading
 * @param options.resends whether `edit` gives the whole user again: the password that the user has is then no change
 * @param options.dryRun whether it will be taken back
 * @throws {Failure} SCIM_RESOURCE_NOT_FOUND, PRECONDITION_FAILED, SCOPE_NOT_GRANTABLE, USER_EXISTS,
 * USER_STATE_CONFLICT, LOCKOUT_RISK, PASSWORD_POLICY_VIOLATION, SCIM_VALUE_INVALID, VALIDATION_ERROR
 */
export async function changeScimUser(
  tx: Tx,
  id: string,
  edit: Edit,
  {
    ifMatch,
    mayCarryPassword,
    resends,
    dryRun,
  }: IfMatch & { mayCarryPassword: boolean; resends: boolean; dryRun: boolean },
  grantor: Grantor,
  { mail, breached, wired: { endings }, baseUrl }: ChangeMeans & { baseUrl: string },
): Promise<ChangedUser> {
  const { now } = tenancyOf(tx);
  const prepared = mayCarryPassword ? await prepare(tx, id, edit, grantor, breached) : undefined;
  // A dry run, which risks nothing, is not told which password is the present one.
  const isUnchanged = resends && prepared?.isPresent === true && !dryRun;
  const user = await lockScimUser(tx, id);
  requireScimVersion(user, ifMatch);
  if (prepared && prepared.version !== user.version) throw OptimisticLockError.lockFailed(user);
  const before = await readResourceOf(tx, id);
  const after = await edit(before);
  if (after['password'] !== undefined && !prepared)
    throw new Error('A password was not in the list of announced passwords');

  const changes = changesBetween(userType, before, after);
  const isChanged = (path: string): boolean => changes.some(({ field }) => isWithin(field, path));
  const wasActive = isActive(user.statusAt(now));
  const revives = !wasActive && after['active'] === true;
  if (prepared || revives || powerful.some(isChanged)) await requireRightsOf(tx, user, grantor);
  if (changes.length > 0 || (prepared && !isUnchanged)) user.requirePresent(now);

  const suspends = wasActive && after['active'] === false;
  if (suspends) await requireAnotherOwner(tx, user);
  const owners = suspends ? await localOwnersWith(tx, user, baseUrl) : [];
  const { readdressed, isFree } = await assign(tx, user, before, after);
  if (prepared && !isUnchanged) {
    changes.push(setPassword(user, prepared, now, { dryRun }));
    await followNewPassword(tx, user, grantor.actor, endings);
  }
  if (suspends) await endAccess(tx, user, 'SUSPENDED', grantor.actor, endings);
  if (user.source !== 'SCIM' && user.statusAt(now) !== 'DEPROVISIONED') {
    changes.push({ field: 'source', from: user.source, to: 'SCIM' });
    user.source = 'SCIM';
  }
  const states = statesOf(user, { suspends, revives }, now, grantor);
  if (changes.length > 0) touch(user, now);
  if (readdressed) user.noteProof(await proofByDirectory(tx, user));
  await flushUnlessTaken(tx);
  await requireOwnerLeft(tx, baseUrl, owners);
  await saveChangedValues(tx, user, before, after);
  if (readdressed) await followNewAddress(tx, user, mail, { isVouchedFor: true, by: grantor.actor });
  const updates = changes.filter(({ field }) => field !== 'active');
  const updated: NewEvent = {
    type: 'user.updated',
    data: { ...nameOf(user), changes: updates, updatedBy: grantor.actor },
  };
  await emit(tx, [...(updates.length > 0 ? [updated] : []), ...states]);
  return { user, changes, ...noteOf(isFree) };
}

/** The owners with two factors of Keyward, if the user who leaves may be one of them. */
const localOwnersWith = async (tx: Tx, { roles }: User, baseUrl: string): Promise<string[]> =>
  roles.includes('OWNER') ? localOwners(tx, baseUrl) : [];

/** The attributes that decide who can log in, and as which user (docs/decisions/0011). */
const powerful = ['userName', 'emails'];

const isWithin = (field: string, path: string): boolean =>
  field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`);

/** @returns undefined when it carries no password after all */
async function prepare(
  tx: Tx,
  id: string,
  edit: Edit,
  grantor: Grantor,
  breached: BreachedPasswords,
): Promise<(PreparedPassword & { isPresent: boolean }) | undefined> {
  const after = await edit(await readResourceOf(tx, id));
  const { password } = after;
  if (typeof password !== 'string') return undefined;
  const {
    username = null,
    email = null,
    firstName = null,
    lastName = null,
    displayName = null,
  } = storingOf(userType, after).fields;
  const names = { email, firstName, lastName, displayName, ...(username === null ? {} : { username }) };
  const prepared = await preparePassword(tx, id, password, names, { ifMatch: undefined }, grantor, breached);
  // A PUT sends the whole user again, the password among it.
  const { presentHash, version } = prepared;
  const isPresent =
    presentHash !== null &&
    (await beforehand(tx, `the present password of ${id}, version ${version}`, () =>
      isPassword(presentHash, password, tenancyOf(tx).orgId),
    ));
  return { ...prepared, isPresent };
}

/**
 * Assigns the sent values to a user.
 * @returns whether the user has another e-mail address now, and whether no other user has the address that was sent
 */
async function assign(
  tx: Tx,
  user: User,
  before: ScimResource,
  after: ScimResource,
): Promise<{ readdressed: boolean; isFree: boolean }> {
  const storing = storingOf(userType, after);
  const { fields, scim, address: postal = null } = storing;
  if (after['active'] === undefined) scim[unassigned] = isActive(user.statusAt(tenancyOf(tx).now));
  const sameLists = fieldsOfSameLists(userType, before, after);
  for (const field of sameLists) delete fields[field];
  const { username = null, email: address = user.email } = fields;
  const isSent = address !== user.email;
  if (isSent) requireAddress(address);
  requireScimUserName(username, user.username);
  const sent = { email: isSent ? address : null, username: username === user.username ? null : username };
  const isFree = (await addressToSignIn(tx, user.orgId, sent, user.id)) === sent.email;
  // The address of before stays while the directory still knows it as one of this user.
  const keeps = !isFree && user.email !== null && hasAddress(after, user.email);
  const email = isFree || !isSent ? address : keeps ? user.email : null;
  const readdressed = email !== user.email;
  const { phoneNumber } = user;
  Object.assign(user, fields, { email });
  if (!sameLists.includes('address') && !isDeepStrictEqual(postal, user.address)) user.address = postal;
  // A directory does not say whether a number was verified.
  if (user.phoneNumber !== phoneNumber) user.phoneNumberVerified = false;
  if (!isDeepStrictEqual(scim, user.scim)) user.scim = scim;
  const attributes = attributesFrom(storing, user.attributes);
  if (!isDeepStrictEqual(attributes, user.attributes)) {
    await requireAttributesFit(tx, attributes);
    user.attributes = attributes;
  }
  return { readdressed, isFree };
}

function statesOf(
  user: User,
  { suspends, revives }: { suspends: boolean; revives: boolean },
  now: Date,
  grantor: Grantor,
): NewEvent[] {
  if (suspends && user.suspend(now)) {
    return [{ type: 'user.suspended', data: { ...nameOf(user), reason: null, suspendedBy: grantor.actor } }];
  }
  if (revives && user.activate(now)) {
    const { status } = user;
    return [{ type: 'user.reactivated', data: { ...nameOf(user), status, reactivatedBy: grantor.actor } }];
  }
  return [];
}

/** Saves only the multi-valued attributes that differ, so that an unchanged certificate is not written again. */
async function saveChangedValues(
  tx: Tx,
  user: Locked<User>,
  before: ScimResource,
  after: ScimResource,
): Promise<void> {
  const was = storingOf(userType, before).values;
  const changed = [...storingOf(userType, after).values].filter(
    ([path, elements]) => !isDeepStrictEqual(elements, was.get(path)),
  );
  await saveUserValues(tx, user, new Map(changed));
}

/**
 * Ends a person for good and hides them from SCIM; their names are free again (decisions 6.9). Flushes.
 * @throws {Failure} SCIM_RESOURCE_NOT_FOUND, PRECONDITION_FAILED, LOCKOUT_RISK
 */
export async function deleteScimUser(
  tx: Tx,
  id: string,
  { ifMatch }: IfMatch,
  grantor: Grantor,
  { endings, baseUrl }: { endings: Endings; baseUrl: string },
): Promise<ChangedUser> {
  const user = await lockScimUser(tx, id);
  requireScimVersion(user, ifMatch);
  await requireAnotherOwner(tx, user);
  const owners = await localOwnersWith(tx, user, baseUrl);
  await endUser(tx, user, null, grantor.actor, endings);
  user.releasedAt = tenancyOf(tx).now;
  await tx.flush();
  await requireOwnerLeft(tx, baseUrl, owners);
  return { user, changes: [{ field: 'id', from: id, to: null }] };
}
