import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { Failure, invalid } from '../../failure.ts';
import { refusalOfUserName } from '../../lib/user-name.ts';
import { namesTaken } from './sql/names.ts';
import type { Tx } from '../../platform/tx.ts';

const taken = 'belongs to another user';

/**
 * Rejects a user name that no user may get. Users keep names that they have.
 * @param name undefined or null if no name is given
 * @param before the user name that the user has
 * @throws {Failure} VALIDATION_ERROR
 */
export function requireUserName(name: string | null | undefined, before?: string): void {
  const refusal = name && name !== before ? refusalOfUserName(name) : undefined;
  if (refusal !== undefined) throw invalid('username', refusal);
}

/**
 * Rejects an address that would become the user name and that no user may get as a name.
 * @throws {Failure} VALIDATION_ERROR
 */
export function requireUserNameOf(email: string): void {
  const refusal = refusalOfUserName(email);
  if (refusal !== undefined)
    throw invalid('username', `is required, because \`email\` cannot be the username: it ${refusal}`);
}

/**
 * Rejects names that another user has. Skips names that are undefined or null.
 * @throws {Failure} USER_EXISTS, whose details name which name belongs to another user
 */
export async function requireFree(
  tx: Tx,
  orgId: string,
  { email = null, username = null }: { email?: string | null; username?: string | null },
  id: string,
): Promise<void> {
  if (email === null && username === null) return;
  const found = await namesTaken(tx, orgId, { email, username }, id);
  const details = {
    ...(found.email ? { email: taken } : {}),
    ...(found.username ? { username: taken } : {}),
  };
  if (found.email || found.username) throw new Failure('USER_EXISTS', details);
}

/**
 * Which address of a directory a user signs in with: none where another user has it, as either name. A directory may
 * know a shared mailbox as the address of several users; refusing them would leave them out whole.
 * @param id of the user, who may have both names
 * @throws {Failure} USER_EXISTS for the user name, which a directory finds a user by
 */
export async function addressToSignIn(
  tx: Tx,
  orgId: string,
  { email, username }: { email: string | null; username: string | null },
  id: string,
): Promise<string | null> {
  const found = await namesTaken(tx, orgId, { email, username }, id);
  const rest = found.email ? await namesTaken(tx, orgId, { email: null, username }, id) : found;
  if (rest.username) throw new Failure('USER_EXISTS', { username: taken });
  return found.email ? null : email;
}

/**
 * Writes users. If another request took a name since `requireFree`, an index of `users` rejects it, or, if it became the other
 * kind of name of that user, the trigger `users_sign_in_names_new` or `users_sign_in_names_changed`.
 * @throws {Failure} USER_EXISTS
 */
export async function flushUnlessTaken(tx: Tx): Promise<void> {
  try {
    await tx.flush();
  } catch (error) {
    throw refusalOfTaken(error) ?? error;
  }
}

/** Returns the refusal that a fault of the database stands for: an index or a trigger found a name taken. */
export function refusalOfTaken(error: unknown): Failure | undefined {
  if (!(error instanceof UniqueConstraintViolationException)) return undefined;
  const { constraint } = error as { constraint?: string };
  if (constraint === 'users_email') return new Failure('USER_EXISTS', { email: taken }, error);
  if (constraint === 'users_username') return new Failure('USER_EXISTS', { username: taken }, error);
  return undefined;
}

/** The refusal of a user name that another user has. @see addressToSignIn */
export const usernameTaken = (): Failure => new Failure('USER_EXISTS', { username: taken });
