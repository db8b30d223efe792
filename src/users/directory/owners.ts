import type { Locked } from '../../platform/locked.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import type { User } from './entities/user.ts';
import { Failure } from '../../failure.ts';
import { lockOwners, otherOwner } from './sql/users.ts';

/**
 * Rejects the loss of the last owner. Call this before a user stops being an ACTIVE owner, now or at a set time. The
 * operations are suspend, deprovision, delete, a change of roles or `expiresAt`, and their like in SCIM. The user has
 * not yet changed. One owner must be left who is ACTIVE and has no `expiresAt`. So the sweeper never takes the last
 * owner.
 * @throws {Failure} LOCKOUT_RISK; nothing when the user is not an ACTIVE owner
 */
export async function requireAnotherOwner(tx: Tx, user: Locked<User>): Promise<void> {
  const { now } = tenancyOf(tx);
  if (!user.roles.includes('OWNER') || user.statusAt(now) !== 'ACTIVE') return;
  if (await otherOwner(tx, await lockOwners(tx, user), user.id)) return;
  throw new Failure('LOCKOUT_RISK', {
    owner: 'no other user is an ACTIVE OWNER without expiresAt: make another user an owner first',
  });
}
