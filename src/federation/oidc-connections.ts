import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { requireWithinOwnBounds, unbounded } from '../credentials/bounds.ts';
import { newId } from '../lib/id.ts';
import { pick } from '../lib/object.ts';
import type { MayReach } from '../lib/public-url.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { FieldChange } from '../platform/events.ts';
import { assignChanges } from '../platform/fields.ts';
import { type Quotas, requireRoom } from '../platform/quotas.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import type { Vault } from '../platform/vault.ts';
import { type IfMatch, touch } from '../platform/versions.ts';
import { requireOwnerWithTwoFactors } from '../users/factors/local-owners.ts';
import { tellOfConnected } from './connection-events.ts';
import { requireMayReach } from './connection-rights.ts';
import { requireGroups, requireSoundOidc } from './connection-rules.ts';
import { connectionSecretPurpose } from './connection-secret.ts';
import {
  type ChangeMeans,
  followStatus,
  lockConnection,
  requireChangeable,
  requireRevocable,
  standingOf,
  type StatusPatch,
} from './connections.ts';
import { storedDomains } from './domain-names.ts';
import { changeDomains, domainChange } from './domains.ts';
import { Connection, type ConnectionSettings, type OidcSettings } from './entities/connection.ts';

/** The settings that callers set, besides the domains and the secret. */
type Settings = Omit<ConnectionSettings, 'status'> & Given<OidcSettings>;

/** Columns of one type are null for the other; a connection of this type has them. */
type Given<Columns> = {
  [Name in keyof Columns]: Name extends 'discoveryUrl' ? string | null : NonNullable<Columns[Name]>;
};

type Optional = 'discoveryUrl' | 'allowedGroups' | 'maxSessionSeconds';

export type NewOidcConnection = Omit<Settings, Optional> &
  Partial<Pick<Settings, Optional>> & { issuer: string; domains: string[]; clientSecret?: string };

export type OidcConnectionPatch = Partial<Settings> &
  StatusPatch & { domains?: string[]; clientSecret?: string };

/** What writing a connection takes. */
export interface Means extends ChangeMeans {
  vault: Vault;
  mayReach: MayReach;
}

/**
 * Connects an OpenID Connect provider. The connection is `ACTIVE`, and its domains are not proved yet.
 * @throws {Failure} VALIDATION_ERROR, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, LOCKOUT_RISK, QUOTA_EXCEEDED, DOMAIN_TAKEN
 */
export async function createOidcConnection(
  em: EntityManager,
  { domains, clientSecret, ...input }: NewOidcConnection,
  { grantor, vault, mayReach, baseUrl, quotas }: Omit<Means, 'endings'> & { quotas: Quotas },
): Promise<Connection> {
  const { orgId } = tenancyOf(em);
  const settings = { discoveryUrl: null, allowedGroups: null, maxSessionSeconds: null, ...input };
  requireSoundOidc({ ...settings, hasSecret: clientSecret !== undefined }, { mayReach, baseUrl });
  const names = storedDomains(domains);
  const id = newId('fed');
  const lock = await lockTenant(em, orgId);
  await requireGroups(em, orgId, settings);
  await requireMayReach(em, { id, mappings: [settings.groupMapping] }, grantor);
  // Users sign in by it after the key has ended.
  await requireWithinOwnBounds(em, grantor, unbounded);
  if (settings.enforced) await requireOwnerWithTwoFactors(em, baseUrl);
  await requireRoom(lock, 'connections', () => em.count(Connection), quotas.maxConnections);
  const connection = em.create(Connection, {
    ...settings,
    id,
    type: 'OIDC',
    clientSecret:
      clientSecret === undefined ? null : vault.seal(clientSecret, orgId, connectionSecretPurpose(id)),
    createdBy: grantor.actor.id,
  });
  await em.flush();
  const given = await domainChange(em, id, names);
  if (given) await changeDomains(em, lock, given);
  await tellOfConnected(em, connection, grantor.actor);
  return connection;
}

/**
 * Changes an OpenID Connect connection. A secret that the new way to authenticate does not need is forgotten.
 * @throws {Failure} CONNECTION_NOT_FOUND, PRECONDITION_FAILED and what {@link createOidcConnection} throws
 */
export async function updateOidcConnection(
  em: EntityManager,
  id: string,
  patch: OidcConnectionPatch,
  means: Means,
  condition: IfMatch,
): Promise<{ connection: Connection; changes: FieldChange[] }> {
  const { orgId, now } = tenancyOf(em);
  const { grantor, vault } = means;
  const { domains, clientSecret, revokeSessions: _, ...fields } = patch;
  requireRevocable(patch);
  const { connection, lock } = await lockConnection(em, id, condition, 'OIDC');
  const before = standingOf(connection);
  const { groupMapping } = connection;
  const changes = assign(connection, fields);
  const changed = (name: string): boolean => changes.some(({ field }) => field === name);
  if (clientSecret !== undefined) {
    connection.clientSecret = vault.seal(clientSecret, orgId, connectionSecretPurpose(id));
    changes.push({ field: 'clientSecret', from: null, to: null });
  } else if (
    changed('tokenEndpointAuthMethod') &&
    isSecretless(connection) &&
    connection.clientSecret !== null
  ) {
    connection.clientSecret = null;
    changes.push({ field: 'clientSecret', from: null, to: null });
  }
  requireSoundOidc(rulesOf(connection), means);
  await requireGroups(em, orgId, {
    groupMapping: changed('groupMapping') ? connection.groupMapping : [],
    allowedGroups: changed('allowedGroups') ? connection.allowedGroups : null,
  });
  await requireMayReach(em, { id, mappings: [groupMapping, connection.groupMapping] }, grantor);
  const moved = domains && (await domainChange(em, id, storedDomains(domains)));
  if (moved) changes.push(moved.change);
  await requireChangeable(em, connection, { before, changes }, means);
  if (changes.length > 0) touch(connection, now);
  if (moved) await changeDomains(em, lock, moved);
  await em.flush();
  await followStatus(em, connection, { before, patch }, means);
  return { connection, changes };
}

/** Assigns what differs. Objects differ by their values, because Postgres orders the fields of JSON itself. */
function assign(connection: Connection, values: Partial<Settings> & StatusPatch): FieldChange[] {
  const names = (Object.keys(values) as (keyof typeof values & keyof Connection)[]).filter(
    (name) => !isDeepStrictEqual(connection[name], values[name]),
  );
  return assignChanges<Partial<Connection>>(connection, pick(values as Partial<Connection>, names));
}

const isSecretless = ({ tokenEndpointAuthMethod }: Connection): boolean =>
  tokenEndpointAuthMethod === 'private_key_jwt' || tokenEndpointAuthMethod === 'none';

const rulesOf = (connection: Connection): Parameters<typeof requireSoundOidc>[0] => ({
  ...connection.settings(),
  ...connection.oidcSettings(),
  issuer: connection.issuer,
  hasSecret: connection.clientSecret !== null,
});
