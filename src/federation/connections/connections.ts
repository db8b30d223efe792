import { requireWithinOwnBounds, unbounded } from '../../credentials/bounds.ts';
import { loosensConnection } from './loosening.ts';
import { Failure, invalid } from '../../failure.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { FieldChange } from '../../platform/events.ts';
import { assignChanges } from '../../platform/fields.ts';
import type { Grantor } from '../../platform/grants.ts';
import { type Locked, lockOne } from '../../platform/locked.ts';
import { nameContains } from '../../platform/sql/spellings.ts';
import { lockTenant, type TenantLock } from '../../platform/sql/tenants.ts';
import { type IfMatch, requireVersion } from '../../platform/versions.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Endings } from '../../users/endings.ts';
import { requireOwnerWithTwoFactors } from '../../users/factors/local-owners.ts';
import { tellOfConnected, tellOfDisabled } from './connection-events.ts';
import { endConnectionLogins } from './connection-logins.ts';
import { requireMayEndReach, requireMayReach } from './connection-rights.ts';
import { Connection, type ConnectionStatus, type ConnectionType } from './entities/connection.ts';
import { requireMayTrust } from './mapping-rights.ts';
import { endSetup } from '../setup-links/setup-activation.ts';
import { checkSoon } from './sql/connections.ts';

/**
 * Finds a connection.
 * @param type the type that the path names; a connection of another type is not there
 * @throws {Failure} CONNECTION_NOT_FOUND
 */
export async function findConnection(tx: Tx, id: string, type?: ConnectionType): Promise<Connection> {
  const connection = await tx.findOne(Connection, { id, ...(type && { type }) });
  if (!connection) throw new Failure('CONNECTION_NOT_FOUND');
  return connection;
}

/** A connection and its tenant, which stay locked until the transaction ends: groups and domains that it names stay. */
export interface LockedConnection {
  connection: Locked<Connection>;
  lock: TenantLock;
}

/** As {@link findConnection}, for a change. @throws {Failure} CONNECTION_NOT_FOUND, PRECONDITION_FAILED */
export async function lockConnection(
  tx: Tx,
  id: string,
  { ifMatch }: IfMatch,
  type?: ConnectionType,
): Promise<LockedConnection> {
  const lock = await lockTenant(tx, tenancyOf(tx).orgId);
  const connection = await lockOne(tx, Connection, { id, ...(type && { type }) });
  if (!connection) throw new Failure('CONNECTION_NOT_FOUND');
  requireVersion(connection, ifMatch);
  return { connection, lock };
}

export interface ConnectionFilter {
  type?: ConnectionType;
  status?: ConnectionStatus;
  search?: string;
}

/** The connections of the tenant, the newest first. */
export async function listConnections(
  tx: Tx,
  { search, ...filter }: ConnectionFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ connections: Connection[]; total: number }> {
  const where = { ...filter, ...nameContains(search) };
  const [connections, total] = await tx.findAndCount(Connection, where, {
    limit,
    offset,
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });
  return { connections, total };
}

/** The parts that a change of a status needs. */
export interface ChangeMeans {
  grantor: Grantor;
  endings: Endings;
  /** The public origin: passkeys of owners are for its host. */
  baseUrl: string;
}

/** The status that a caller wants, and whether the logins end that came by the connection. */
export interface StatusPatch {
  status?: ConnectionStatus;
  revokeSessions?: boolean;
}

/**
 * Enables or disables a connection of any type.
 * @throws {Failure} CONNECTION_NOT_FOUND, PRECONDITION_FAILED, SCOPE_NOT_GRANTABLE, INSUFFICIENT_SCOPE, BOUND_NOT_GRANTABLE,
 * LOCKOUT_RISK, VALIDATION_ERROR
 */
export async function updateConnection(
  tx: Tx,
  id: string,
  patch: StatusPatch,
  means: ChangeMeans,
  condition: IfMatch,
): Promise<{ connection: Connection; changes: FieldChange[] }> {
  const { status, revokeSessions: _, ...rest } = patch;
  rest satisfies Record<string, never>;
  requireRevocable(patch);
  const { connection, lock } = await lockConnection(tx, id, condition);
  const before = standingOf(connection);
  const reaching = { id, mappings: [connection.groupMapping] };
  const ends = status === 'DISABLED';
  await (ends ? requireMayEndReach : requireMayReach)(tx, reaching, means.grantor);
  const changes = assignChanges<StatusPatch>(connection, status ? { status } : {});
  await requireMayTrust(tx, lock, { connection, changes }, means.grantor);
  await requireChangeable(tx, connection, { before, changes }, means);
  await tx.flush();
  await followStatus(tx, connection, { before, patch }, means);
  return { connection, changes };
}

/**
 * Deletes a connection. Users stay without their links, which the database removes with it.
 * @throws {Failure} CONNECTION_NOT_FOUND, PRECONDITION_FAILED, SCOPE_NOT_GRANTABLE: users lose their way in
 */
export async function deleteConnection(
  tx: Tx,
  id: string,
  condition: IfMatch,
  grantor: Grantor,
  type?: ConnectionType,
): Promise<Connection> {
  const { connection } = await lockConnection(tx, id, condition, type);
  await requireMayEndReach(tx, { id, mappings: [connection.groupMapping] }, grantor);
  tx.remove(connection);
  await tx.flush();
  await tellOfDisabled(tx, connection, { deleted: true, endedSessions: 0, disabledBy: grantor.actor });
  return connection;
}

/** @throws {Failure} VALIDATION_ERROR */
export function requireRevocable({ status, revokeSessions }: StatusPatch): void {
  if (revokeSessions && status !== 'DISABLED') throw invalid('revokeSessions', 'requires status: DISABLED');
}

/** @throws {Failure} CONNECTION_STATE_CONFLICT if the connection has no identity provider yet */
export function requireComplete(connection: Connection): void {
  if (connection.isDraft())
    throw new Failure('CONNECTION_STATE_CONFLICT', {
      reason: 'the connection is a draft: send the metadata of the identity provider first',
    });
}

/** The fields that decide whether enforcement begins. */
export type Standing = Pick<Connection, 'status' | 'enforced'>;

export const standingOf = ({ status, enforced }: Connection): Standing => ({ status, enforced });

/**
 * Judges a change that is assigned and not yet flushed.
 * @throws {Failure} VALIDATION_ERROR, BOUND_NOT_GRANTABLE, LOCKOUT_RISK
 */
export async function requireChangeable(
  tx: Tx,
  connection: Connection,
  { before, changes }: { before: Standing; changes: readonly FieldChange[] },
  { grantor, baseUrl }: ChangeMeans,
): Promise<void> {
  if (connection.status === 'ACTIVE' && connection.isDraft())
    throw invalid('status', 'must be DISABLED for a draft: complete it first with updateSamlConnection');
  // A connection gives access that lasts longer than the key.
  if (loosensConnection(changes)) await requireWithinOwnBounds(tx, grantor, unbounded);
  const isEnforced = ({ status, enforced }: Standing): boolean => enforced && status === 'ACTIVE';
  const begins = (connection.enforced && !before.enforced) || (isEnforced(connection) && !isEnforced(before));
  if (begins) await requireOwnerWithTwoFactors(tx, baseUrl);
}

/** Does what follows from a change of the status. To be called when the change is flushed. */
export async function followStatus(
  tx: Tx,
  connection: Connection,
  { before, patch }: { before: Standing; patch: StatusPatch },
  { grantor, endings }: ChangeMeans,
): Promise<void> {
  const { actor } = grantor;
  const endedSessions = patch.revokeSessions
    ? await endConnectionLogins(tx, connection.id, endings, { reason: 'CONNECTION_DISABLED', actor })
    : 0;
  if (connection.status === before.status) return;
  if (connection.status === 'DISABLED')
    return tellOfDisabled(tx, connection, { deleted: false, endedSessions, disabledBy: actor });
  await checkSoon(tx, connection.orgId, connection.id);
  await endSetup(tx, connection, grantor);
  await tellOfConnected(tx, connection, actor);
}
