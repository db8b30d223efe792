import type { PendingLink } from '../../sign-in/pending-link.ts';
import { Connection } from '../connections/entities/connection.ts';
import { linkProvedUser, type LinkingSite } from './federated-users.ts';
import { vouchedEmail } from './vouched-email.ts';
import type { Tx } from '../../platform/tx.ts';

/**
 * Links an account of an identity provider with the user who has proved both, as the connection is now: its domain may have
 * failed meanwhile, or the user may be in no allowed group. Call it under the lock of the user.
 * @returns false if the account may not be linked any more
 */
export async function linkPending(
  tx: Tx,
  { userId, key, upstream: { connectionId }, claims }: PendingLink,
  site: LinkingSite,
): Promise<boolean> {
  const connection = await tx.findOneOrFail(Connection, { id: connectionId });
  const issuer = connection.issuer ?? connection.idpEntityId ?? '';
  const identity = { key, vouchedEmail: vouchedEmail(issuer, connection, claims), claims };
  return linkProvedUser(tx, connection, identity, { ...site, provedUserId: userId });
}
