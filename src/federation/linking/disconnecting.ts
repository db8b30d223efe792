import type { Origin } from '../../audit/audit.ts';
import { lockUser } from '../../users/directory/users.ts';
import { hasAnotherWayIn, type Site } from '../../users/ways-in.ts';
import { enforcement } from './enforcement.ts';
import { linksOf, tellOfLink } from './people.ts';
import { Connection } from '../connections/entities/connection.ts';
import { providersOf } from '../social/providers.ts';
import type { Tx } from '../../platform/tx.ts';

/**
 * Disconnects an account from the signed-in user.
 * @returns LAST where the account stays, as the only way in; NONE where the user has no account of this provider
 * @throws {Failure} USER_NOT_FOUND
 */
export async function disconnectAccount(
  tx: Tx,
  { userId, providerId }: { userId: string; providerId: string },
  site: Site,
  origin: Origin,
): Promise<'REMOVED' | 'LAST' | 'NONE'> {
  const user = await lockUser(tx, userId);
  const link = (await linksOf(tx, userId)).find((one) => one.providerId === providerId);
  const provider =
    (await providersOf(tx)).find(({ id }) => id === providerId) ??
    (await tx.findOne(Connection, { id: providerId }));
  if (!link || !provider) return 'NONE';
  // A user who signs in by this connection only has no use for a password.
  const enforced = await enforcement.ofUser(tx, userId);
  if (enforced?.connections.some(({ id }) => id === providerId)) return 'LAST';
  if (!(await hasAnotherWayIn(tx, user, providerId, site))) return 'LAST';
  await tx.remove(link).flush();
  await tellOfLink(tx, 'user.unlink', provider, { userId, origin });
  return 'REMOVED';
}
