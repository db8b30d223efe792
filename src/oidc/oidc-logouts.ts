import type { EntityManager } from '@mikro-orm/postgresql';
import { enqueue } from '../platform/queue.ts';
import { endOidcSessions } from './sql/oidc-sessions.ts';

/** Ten tries take three hours. A client that is down for longer learns of the logout when its tokens end. */
const tries = 10;

/** Notifies one client that a user is signed out, when the transaction of `em` has committed. */
export const tellLogout = (
  em: EntityManager,
  orgId: string,
  { address, ...logout }: { userId: string; clientId: string; sid: string; address: string },
): Promise<void> => enqueue(em, 'tell-logout', { orgId, ...logout }, { tries, address });

/** Ends what clients got by logins that have ended, and has them told. */
export async function endClientSessions(
  em: EntityManager,
  orgId: string,
  logins: readonly { id: string; userId: string }[],
): Promise<void> {
  for (const ended of await endOidcSessions(em, orgId, logins))
    await enqueue(em, 'begin-logout', { orgId, ...ended });
}
