import { isDeepStrictEqual } from 'node:util';
import { requireWithinOwnBounds, unbounded } from '../../credentials/bounds.ts';
import { pick } from '../../lib/object.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { FieldChange } from '../../platform/events.ts';
import { assignChanges } from '../../platform/fields.ts';
import type { Grantor } from '../../platform/grants.ts';
import { type Quotas, requireRoom } from '../../platform/quotas.ts';
import { lockTenant } from '../../platform/sql/tenants.ts';
import { touch } from '../../platform/versions.ts';
import type { Tx } from '../../platform/tx.ts';
import { requireOwnerWithTwoFactors } from '../../users/factors/local-owners.ts';
import { tellOfConnected } from './connection-events.ts';
import { requireMayEndReach, requireMayReach } from './connection-rights.ts';
import { requireGroups } from './connection-rules.ts';
import {
  type ChangeMeans,
  followStatus,
  type LockedConnection,
  requireChangeable,
  standingOf,
  type StatusPatch,
} from './connections.ts';
import { storedDomains } from '../domains/domain-names.ts';
import { type GroupRules, requireMayLift, requireMayTrust, requireMayTrustMfa } from './mapping-rights.ts';
import { changeDomains, domainChange } from '../domains/domains.ts';
import { Connection, type ConnectionSettings } from './entities/connection.ts';

// The steps that writing a connection of each type takes.

/** The parts that creating a connection of any type needs. */
export interface CreationMeans {
  grantor: Grantor;
  baseUrl: string;
  quotas: Quotas;
}

/** A connection to create. */
export interface Creation {
  id: string;
  /** As the caller sent them. */
  domains: readonly string[];
  settings: GroupRules & Pick<ConnectionSettings, 'allowedGroups' | 'enforced' | 'trustMfa'>;
  /** Makes the row. */
  make: () => Connection;
}

/**
 * Creates a connection whose own fields have been judged. It is `ACTIVE` unless it is a draft, and its domains are not proved yet.
 * @throws {Failure} VALIDATION_ERROR, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, LOCKOUT_RISK, QUOTA_EXCEEDED, DOMAIN_TAKEN
 */
export async function addConnection(
  tx: Tx,
  { id, domains, settings, make }: Creation,
  { grantor, baseUrl, quotas }: CreationMeans,
): Promise<Connection> {
  const { orgId } = tenancyOf(tx);
  const names = storedDomains(domains);
  const lock = await lockTenant(tx, orgId);
  await requireGroups(tx, orgId, settings);
  await requireMayReach(tx, { id, mappings: [settings.groupMapping], addedDomains: names }, grantor);
  await requireMayLift(tx, lock, { before: { ...settings, groupMapping: [] }, after: settings }, grantor);
  await requireMayTrustMfa(tx, lock, settings, grantor);
  // Users sign in by it after the key has ended.
  await requireWithinOwnBounds(tx, grantor, unbounded);
  if (settings.enforced) await requireOwnerWithTwoFactors(tx, baseUrl);
  await requireRoom(lock, 'connections', () => tx.count(Connection), quotas.maxConnections);
  const connection = make();
  await tx.flush();
  const given = await domainChange(tx, id, names);
  if (given) await changeDomains(tx, lock, given);
  if (connection.status === 'ACTIVE') await tellOfConnected(tx, connection, grantor.actor);
  return connection;
}

/** The changes of a caller to a connection of any type, beside the fields of that type. */
export type CommonPatch = StatusPatch & { domains?: readonly string[] };

/**
 * Changes a connection.
 * @param assign assigns and judges the fields of the type; returns what has changed
 * @throws {Failure} as {@link addConnection}
 */
export async function changeConnection(
  tx: Tx,
  { connection, lock }: LockedConnection,
  { patch, assign }: { patch: CommonPatch; assign: () => FieldChange[] },
  means: ChangeMeans,
): Promise<{ connection: Connection; changes: FieldChange[] }> {
  const { orgId, now } = tenancyOf(tx);
  const { id, groupMapping, groupsClaim } = connection;
  const before = standingOf(connection);
  const changes = assign();
  const changed = (name: string): boolean => changes.some(({ field }) => field === name);
  await requireGroups(tx, orgId, {
    groupMapping: changed('groupMapping') ? connection.groupMapping : [],
    allowedGroups: changed('allowedGroups') ? connection.allowedGroups : null,
  });
  const moved = patch.domains && (await domainChange(tx, id, storedDomains(patch.domains)));
  const mappings = [groupMapping, connection.groupMapping];
  const isEnd = !moved && changes.every(({ field, to }) => field === 'status' && to === 'DISABLED');
  const reaching = { id, mappings, addedDomains: moved?.added ?? [] };
  await (isEnd ? requireMayEndReach : requireMayReach)(tx, reaching, means.grantor);
  await requireMayLift(tx, lock, { before: { groupMapping, groupsClaim }, after: connection }, means.grantor);
  if (moved) changes.push(moved.change);
  await requireMayTrust(tx, lock, { connection, changes }, means.grantor);
  await requireChangeable(tx, connection, { before, changes }, means);
  if (changes.length > 0) touch(connection, now);
  if (moved) await changeDomains(tx, lock, moved);
  await tx.flush();
  await followStatus(tx, connection, { before, patch }, means);
  return { connection, changes };
}

/** Assigns what differs. Objects differ by their values, because Postgres orders the fields of JSON itself. */
export function assignSettings(connection: Connection, values: Partial<Connection>): FieldChange[] {
  const names = (Object.keys(values) as (keyof Connection)[]).filter(
    (name) => !isDeepStrictEqual(connection[name], values[name]),
  );
  return assignChanges<Partial<Connection>>(connection, pick(values, names));
}
