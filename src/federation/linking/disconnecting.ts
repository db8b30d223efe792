import type { EntityManager } from '@mikro-orm/postgresql';
import type { Origin } from '../../audit/audit.ts';
import { lockUser } from '../../users/directory/users.ts';
import { hasAnotherWayIn, type Site } from '../../users/ways-in.ts';
import { enforcement } from './enforcement.ts';
import { linksOf, tellOfLink } from './people.ts';
import { Connection } from '../connections/entities/connection.ts';
import { providersOf } from '../social/providers.ts';

/**
 * Disconnects an account from the signed-in user.
 * @returns LAST where the account stays, as the only way in; NONE where the user has no account of this provider
 * @throws {Failure} USER_NOT_FOUND
 */
export async function disconnectAccount(
  em: EntityManager,
  { userId, providerId }: { userId: string; providerId: string },
  site: Site,
  origin: Origin,
): Promise<'REMOVED' | 'LAST' | 'NONE'> {
  const user = await lockUser(em, userId);
  const link = (await linksOf(em, userId)).find((one) => one.providerId === providerId);
  const provider =
    (await providersOf(em)).find(({ id }) => id === providerId) ??
    (await em.findOne(Connection, { id: providerId }));
  if (!link || !provider) return 'NONE';
  // A user who signs in by this connection only has no use for a password.
  const enforced = await enforcement.ofUser(em, userId);
  if (enforced?.connections.some(({ id }) => id === providerId)) return 'LAST';
  if (!(await hasAnotherWayIn(em, user, providerId, site))) return 'LAST';
  await em.remove(link).flush();
  await tellOfLink(em, 'user.unlink', provider, { userId, origin });
  return 'REMOVED';
}
