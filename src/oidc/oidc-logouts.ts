import { enqueue } from '../platform/queue.ts';
import type { Tx } from '../platform/tx.ts';
import { endOidcSessions } from './sql/oidc-sessions.ts';

/** Ten tries take three hours. A client that is down for longer learns of the logout when its tokens end. */
const tries = 10;

/** Notifies one client that a user is signed out, when the transaction of `tx` has committed. */
export const tellLogout = (
  tx: Tx,
  orgId: string,
  { address, ...logout }: { userId: string; clientId: string; sid: string; address: string },
): Promise<void> => enqueue(tx, 'tell-logout', { orgId, ...logout }, { tries, address });

/** Ends what clients got by logins that have ended, and has them told. */
export async function endClientSessions(
  tx: Tx,
  orgId: string,
  logins: readonly { id: string; userId: string }[],
): Promise<void> {
  for (const ended of await endOidcSessions(tx, orgId, logins))
    await enqueue(tx, 'begin-logout', { orgId, ...ended });
}
