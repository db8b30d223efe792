import type { Actor } from '../../platform/events.ts';
import type { Locked } from '../../platform/locked.ts';
import type { Tx } from '../../platform/tx.ts';
import { inviteUser, type MailAbility } from '../invitations/invitations.ts';
import { askForLink } from '../links/mailed-links.ts';
import type { User } from './entities/user.ts';
import { forgetInvitation } from '../invitations/sql/invitations.ts';

/**
 * Follows a change of a user's e-mail address. The old link dies, because it may be in the mailbox of another person. An
 * invited user gets a new invitation. An active user is asked to prove the new address, unless a directory vouches for it.
 * Flushes.
 * @param options.isVouchedFor whether a directory sent the address; then a service that cannot send mail accepts it too
 * @param options.by who changed the address
 * @throws {Failure} SERVICE_UNAVAILABLE when an invitation cannot be sent
 */
export async function followNewAddress(
  tx: Tx,
  user: Locked<User>,
  mail: MailAbility,
  { isVouchedFor, by }: { isVouchedFor: boolean; by: Actor },
): Promise<void> {
  await forgetInvitation(tx, user.orgId, user.id);
  if (user.status === 'INVITED' && user.email !== null && (mail.enabled || !isVouchedFor))
    await inviteUser(tx, user.id, by, mail);
  if (user.status === 'ACTIVE' && mail.enabled && !isVouchedFor)
    await askForLink(tx, 'VERIFY_EMAIL', { userId: user.id, limits: mail }, undefined);
}
