import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../entities/owned.ts';
import { User } from '../entities/user.ts';
import type { FieldChange } from '../events.ts';
import { Failure } from '../failure.ts';
import type { Grantor } from './grants.ts';
import { newPasswordHash } from './passwords.ts';
import { requireRightsOf } from './user-rights.ts';
import { requireVersion } from './versions.ts';

/** A new password, made for one version of a person. */
export interface PreparedPassword {
  version: number;
  passwordHash: string;
  previousPasswordHashes: string[];
}

type Named = Pick<User, 'email' | 'username' | 'firstName' | 'lastName' | 'displayName'>;

const mostPrevious = 5;

/**
 * Hashes a new password before the row is locked, because that takes long. Whether the caller may set it is asked
 * first: that a password is refused as used before tells something about it.
 *
 * @param names what the same change makes of them
 * @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED, USER_STATE_CONFLICT,
 * PASSWORD_POLICY_VIOLATION
 */
export async function preparePassword(
  em: EntityManager,
  id: string,
  password: string,
  names: Partial<Named>,
  { ifMatch }: { ifMatch: string | undefined },
  grantor: Grantor,
): Promise<PreparedPassword> {
  const { now } = tenancyOf(em);
  // Beside the identity map, or the locked read to come would be answered from it.
  const user = await em.findOne(
    User,
    { id },
    { populate: ['passwordHash', 'previousPasswordHashes'], disableIdentityMap: true },
  );
  if (!user) throw new Failure('USER_NOT_FOUND');
  await requireRightsOf(em, user, grantor);
  requireVersion(user, ifMatch);
  user.requirePresent(now);
  const previous = [user.passwordHash, ...user.previousPasswordHashes].filter((hash) => hash !== null);
  return {
    version: user.version,
    passwordHash: await newPasswordHash(password, ownerOf({ ...ownerOf(user), ...names }), previous),
    previousPasswordHashes: previous.slice(0, mostPrevious),
  };
}

/** @returns the change, without what it is changed to */
export function setPassword(
  user: User,
  { passwordHash, previousPasswordHashes }: PreparedPassword,
  now: Date,
): FieldChange {
  Object.assign(user, { passwordHash, previousPasswordHashes, passwordChangedAt: now });
  return { field: 'password', from: null, to: null };
}

/** What a password may not be made of. */
export const ownerOf = ({ email, username, firstName, lastName, displayName }: Named): Named => ({
  email,
  username,
  firstName,
  lastName,
  displayName,
});
