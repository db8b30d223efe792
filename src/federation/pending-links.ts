import type { EntityManager } from '@mikro-orm/postgresql';
import type { Origin } from '../audit/audit.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { PendingLink } from '../sign-in/pending-link.ts';
import { Connection } from './entities/connection.ts';
import { tellOfLink } from './people.ts';
import { addLink } from './sql/pending-links.ts';

/**
 * Links an account of an identity provider with the user who has proved both. Call it under the lock of the user. It does not
 * lock the tenant, which comes before users: the keys of the table decide between requests.
 * @returns false if the account, or the user, has another link by now
 */
export async function linkPending(
  em: EntityManager,
  { userId, key, upstream: { connectionId } }: PendingLink,
  origin: Origin,
): Promise<boolean> {
  const outcome = await addLink(em, tenancyOf(em).orgId, { connectionId, subject: key, userId });
  if (outcome === 'TAKEN') return false;
  if (outcome === 'ADDED') {
    const connection = await em.findOneOrFail(Connection, { id: connectionId });
    await tellOfLink(em, 'user.link', connection, { userId, origin });
  }
  return true;
}
