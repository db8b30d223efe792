import { type Origin, recordAudit } from '../../audit/audit.ts';
import { systemActor } from '../../platform/grants.ts';
import type { Tx } from '../../platform/tx.ts';
import type { User } from '../directory/entities/user.ts';
import { createUser, noDetails } from '../directory/users.ts';
import { noMail } from '../invitations/invitations.ts';
import { noBreachedPasswords } from '../passwords/breached-passwords.ts';
import type { UserQuota } from '../quotas.ts';

/** The known facts of a person who signs up. */
interface Newcomer {
  email: string;
  displayName: string | null;
}

/**
 * Creates a user who signed up, with the role `MEMBER` and no password. Writes the audit row and the event.
 * @param reason how they signed up, for the audit log
 * @throws {Failure} QUOTA_EXCEEDED, VALIDATION_ERROR if the attribute schema requires an attribute, USER_EXISTS
 */
export async function createNewcomer(
  tx: Tx,
  newcomer: Newcomer,
  reason: string,
  { origin, quotas }: { origin: Origin; quotas: UserQuota },
): Promise<User> {
  // Nothing is granted but what everybody has.
  const service = { actor: systemActor, scopes: ['*'] };
  const means = { mail: noMail, breached: noBreachedPasswords, quotas };
  const input = {
    ...noDetails,
    ...newcomer,
    sendInvite: false,
    attributes: {},
    roles: ['MEMBER' as const],
    expiresAt: null,
  };
  const user = await createUser(tx, input, service, means);
  await recordAudit(tx, [
    {
      action: 'user.create',
      actor: systemActor,
      targetId: user.id,
      targetName: user.displayName ?? user.username,
      result: 'SUCCESS',
      reason,
      ...origin,
    },
  ]);
  return user;
}
