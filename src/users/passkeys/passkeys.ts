import { isDeepStrictEqual } from 'node:util';
import { Passkey } from './entities/passkey.ts';
import type { User } from '../directory/entities/user.ts';
import type { Locked } from '../../platform/locked.ts';
import { type Actor, emit, type FieldChange } from '../../platform/events.ts';
import { Failure } from '../../failure.ts';
import { type MfaMethod, mfaMethodsOf } from '../factors/sql/mfa-methods.ts';
import type { Grantor } from '../../platform/grants.ts';
import type { Tx } from '../../platform/tx.ts';
import { tellByMail } from '../notices.ts';
import { requireMayEndAccessOf } from '../directory/user-rights.ts';
import { findUser, lockUser, nameOf } from '../directory/users.ts';

/** How many a person may have: what an authenticator is told of them must fit into its memory. */
export const mostPasskeys = 20;

/** The passkeys of a person, the oldest first. */
export function passkeysOf(tx: Tx, userId: string): Promise<Passkey[]> {
  return tx.find(Passkey, { userId }, { orderBy: { createdAt: 'asc', id: 'asc' } });
}

/** @throws {Failure} USER_NOT_FOUND */
export async function listPasskeys(
  tx: Tx,
  userId: string,
  window: { limit: number; offset: number },
): Promise<{ passkeys: Passkey[]; total: number }> {
  await findUser(tx, userId);
  const [passkeys, total] = await tx.findAndCount(
    Passkey,
    { userId },
    { orderBy: { createdAt: 'asc', id: 'asc' }, ...window },
  );
  return { passkeys, total };
}

/**
 * Deletes a user's passkey. A caller who may do that may make the account easier to take over, so the rule of
 * `requireMayEndAccessOf` holds. It asks for no recent proof, because a lost device must not wait. The user's sessions stay: another operation ends them.
 * @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, PASSKEY_NOT_FOUND
 */
export async function deletePasskey(
  tx: Tx,
  userId: string,
  id: string,
  grantor: Grantor,
): Promise<{ passkey: Passkey; user: User; changes: FieldChange[] }> {
  const user = await lockUser(tx, userId);
  await requireMayEndAccessOf(tx, user, grantor);
  const passkey = await findPasskey(tx, userId, id);
  const changes = await removePasskey(tx, user, passkey, grantor.actor);
  return { passkey, user, changes };
}

/** @throws {Failure} PASSKEY_NOT_FOUND, also for another person's */
export async function findPasskey(tx: Tx, userId: string, id: string): Promise<Passkey> {
  const passkey = await tx.findOne(Passkey, { id, userId });
  if (!passkey) throw new Failure('PASSKEY_NOT_FOUND');
  return passkey;
}

/** Removes a passkey. Every change of a passkey locks its user, so a passkey needs no lock of its own. */
export async function removePasskey(
  tx: Tx,
  user: Locked<User>,
  passkey: Passkey,
  by: Actor,
): Promise<FieldChange[]> {
  const before = await mfaMethodsOf(tx, user.orgId, user.id);
  await tx.remove(passkey).flush();
  await tellByMail(tx, user.id, 'PASSKEY_REMOVED', by);
  return tellOfPasskeys(tx, user, [removalOf(passkey), ...(await changedMethods(tx, user, before))], by);
}

/** How a passkey that is gone stands among changes. */
export const removalOf = ({ id, name }: Pick<Passkey, 'id' | 'name'>): FieldChange => ({
  field: 'passkeys',
  from: { id, name },
  to: null,
});

/** The change of what the person shows as `mfaMethods`, if it is one. */
export async function changedMethods(
  tx: Tx,
  user: Locked<User>,
  from: readonly MfaMethod[],
): Promise<FieldChange[]> {
  const to = await mfaMethodsOf(tx, user.orgId, user.id);
  return isDeepStrictEqual(from, to) ? [] : [{ field: 'mfaMethods', from, to }];
}

/** Emits a change of the user: for subscribers of events, a passkey is a part of its user. */
export async function tellOfPasskeys(
  tx: Tx,
  user: Locked<User>,
  changes: FieldChange[],
  by: Actor,
): Promise<FieldChange[]> {
  await emit(tx, [{ type: 'user.updated', data: { ...nameOf(user), changes, updatedBy: by } }]);
  return changes;
}

/** Returns the passkeys that work where users sign in now. A key is for the host that it was made for. */
export const usableAt = (rpId: string, passkeys: readonly Passkey[]): Passkey[] =>
  passkeys.filter((passkey) => passkey.rpId === rpId);
