import { mailDomainOf } from '../../lib/email.ts';
import { Connection } from './entities/connection.ts';
import { linksOf } from '../linking/people.ts';
import { connectionOfDomain } from '../linking/sql/routing.ts';
import type { Tx } from '../../platform/tx.ts';

/** A connection on the account page of a user. */
export interface ShownConnection {
  id: string;
  name: string;
  isConnected: boolean;
}

/**
 * Returns the connections that a user has an account at, and the one of the domain of the user's address. The user could connect
 * that one. Others are not shown, because their names are names of customers.
 */
export async function connectionsFor(
  tx: Tx,
  {
    id: userId,
    email,
    username,
    orgId,
  }: { id: string; email: string | null; username: string; orgId: string },
): Promise<ShownConnection[]> {
  const linked = new Set((await linksOf(tx, userId)).map(({ providerId }) => providerId));
  const domain = mailDomainOf(email ?? username);
  const own = domain === undefined ? undefined : await connectionOfDomain(tx, orgId, domain);
  const ids = [...linked, ...(own ? [own.id] : [])];
  const found = await tx.find(Connection, { id: { $in: ids } }, { orderBy: { name: 'asc', id: 'asc' } });
  return found
    .filter(({ id, accountLinking }) => linked.has(id) || accountLinking !== 'NONE')
    .map(({ id, name }) => ({ id, name, isConnected: linked.has(id) }));
}

/** Tells whether a user can sign in by an active connection other than this one. */
export async function hasLinkedConnection(tx: Tx, userId: string, without: string): Promise<boolean> {
  const ids = (await linksOf(tx, userId)).map(({ providerId }) => providerId).filter((id) => id !== without);
  return ids.length > 0 && (await tx.count(Connection, { id: { $in: ids }, status: 'ACTIVE' })) > 0;
}
