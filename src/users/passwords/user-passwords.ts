import { tenancyOf } from '../../platform/entities/owned.ts';
import { User } from '../directory/entities/user.ts';
import type { Actor, FieldChange } from '../../platform/events.ts';
import { beforehand } from '../../platform/beforehand.ts';
import { Failure } from '../../failure.ts';
import type { BreachedPasswords } from './breached-passwords.ts';
import { authConfig } from '../auth-config.ts';
import type { Grantor } from '../../platform/grants.ts';
import type { Endings } from '../endings.ts';
import { endLoginsOf } from '../sessions/login-sessions.ts';
import { tellByMail } from '../notices.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { newPasswordHash, type PasswordRules, repetitionOf } from './passwords.ts';
import { forgetFailures } from '../sessions/attempts.ts';
import { requireMayEmpower } from '../directory/user-rights.ts';
import { requireVersion } from '../../platform/versions.ts';
import type { Tx } from '../../platform/tx.ts';

/** A new password, made for one version of a person. */
export interface PreparedPassword {
  version: number;
  /** The hash of the password that the user has now. */
  presentHash: string | null;
  passwordHash: string;
  previousPasswordHashes: string[];
  /** Why it cannot be set: it was used before. */
  repetition: Failure | undefined;
}

type Named = Pick<User, 'email' | 'username' | 'firstName' | 'lastName' | 'displayName'>;

/** Returns the present rules for a new password in the tenant; they hold for every caller. */
export async function passwordRules(tx: Tx, breached: BreachedPasswords): Promise<PasswordRules> {
  return { orgId: tenancyOf(tx).orgId, policy: (await authConfig(tx)).passwordPolicy, breached };
}

/**
 * Hashes a new password before the transaction, because that takes long (`beforehand`). Whether the caller may set it is
 * asked first. Whether it was used before is found out, and told by `setPassword`.
 *
 * @param names what the same change makes of them
 * @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, PRECONDITION_FAILED, USER_STATE_CONFLICT,
 * PASSWORD_POLICY_VIOLATION, SERVICE_UNAVAILABLE
 */
export async function preparePassword(
  tx: Tx,
  id: string,
  password: string,
  names: Partial<Named>,
  { ifMatch }: { ifMatch: string | undefined },
  grantor: Grantor,
  breached: BreachedPasswords,
): Promise<PreparedPassword> {
  const { now } = tenancyOf(tx);
  // Beside the identity map, or the locked read to come would be answered from it.
  const user = await tx.findOne(
    User,
    { id },
    { populate: ['passwordHash', 'previousPasswordHashes'], disableIdentityMap: true },
  );
  if (!user) throw new Failure('USER_NOT_FOUND');
  await requireMayEmpower(tx, user, grantor);
  requireVersion(user, ifMatch);
  user.requirePresent(now);
  const previous = [user.passwordHash, ...user.previousPasswordHashes].filter((hash) => hash !== null);
  const rules = await passwordRules(tx, breached);
  const owner = ownerOf({ ...ownerOf(user), ...names });
  // Other changes of the user meanwhile cost no second hash, unless they change what it depends on.
  const made = await beforehand(tx, keyOf(rules, { id, previous, owner }), () =>
    oneAtATime(id, async () => ({
      passwordHash: await newPasswordHash(password, owner, [], rules),
      repetition: await repetitionOf(password, previous, rules, rules.orgId),
    })),
  );
  const { version, passwordHash: presentHash } = user;
  return {
    ...made,
    version,
    presentHash,
    previousPasswordHashes: previous.slice(0, rules.policy.historyCount),
  };
}

/**
 * Hashes the password of a user who is about to be created, before the transaction.
 * @throws {Failure} PASSWORD_POLICY_VIOLATION, SERVICE_UNAVAILABLE; {RateLimited}
 */
export async function firstPasswordHash(
  tx: Tx,
  password: string,
  named: Named,
  breached: BreachedPasswords,
): Promise<string> {
  const rules = await passwordRules(tx, breached);
  const owner = ownerOf(named);
  return beforehand(tx, keyOf(rules, { owner }), () => newPasswordHash(password, owner, [], rules));
}

/** Returns the values that a hash depends on besides the password, which stays the same in every round. */
const keyOf = ({ policy }: PasswordRules, of: object): string => `password ${JSON.stringify([of, policy])}`;

/**
 * Sets a password. Call this when all other checks have passed. The error for a password that was used before reveals
 * that password. So a caller who tries a password must risk that it is set. For the same reason a dry run, which
 * risks nothing, does not report it.
 * @returns the change, without what it is changed to
 * @throws {Failure} PASSWORD_POLICY_VIOLATION when it was used before
 */
export function setPassword(
  user: User,
  { passwordHash, previousPasswordHashes, repetition }: PreparedPassword,
  now: Date,
  { dryRun = false }: { dryRun?: boolean } = {},
): FieldChange {
  if (repetition && !dryRun) throw repetition;
  Object.assign(user, { passwordHash, previousPasswordHashes, passwordChangedAt: now });
  return { field: 'password', from: null, to: null };
}

/** Returns the words that a password may not be made of. */
export const ownerOf = ({ email, username, firstName, lastName, displayName }: Named): Named => ({
  email,
  username,
  firstName,
  lastName,
  displayName,
});

/** Ends the sessions of the old password, and tells the user, after another user or a key set the password. */
export async function followNewPassword(tx: Tx, user: User, actor: Actor, endings: Endings): Promise<void> {
  await endLoginsOf(tx, user.id, endings, { reason: 'PASSWORD_CHANGED', actor });
  await tellByMail(tx, user.id, 'PASSWORD_CHANGED', actor);
  await forgetFailures(tx, user);
}
