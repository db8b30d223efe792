import type { Origin } from '../../audit/audit.ts';
import { invalid } from '../../failure.ts';
import type { FieldChange } from '../../platform/events.ts';
import { assignChanges } from '../../platform/fields.ts';
import { lockOne } from '../../platform/locked.ts';
import { type Quotas, requireRoom } from '../../platform/quotas.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Tx } from '../../platform/tx.ts';
import { requireSoundOidc, type RuleMeans } from '../connections/connection-rules.ts';
import { connectionSecretPurpose } from '../connections/connection-secret.ts';
import { Connection, type ConnectionType } from '../connections/entities/connection.ts';
import type { SetupLink } from './entities/setup-link.ts';
import { knownIssuer } from '../linking/known-issuers.ts';
import { type LockedSetup, recordSetup } from './setup-sessions.ts';

/** The settings that the holder of a link enters. */
export interface OidcDraft {
  issuer: string;
  clientId: string;
  /** Empty for the one that is stored. */
  clientSecret: string;
}

/** The defaults of the API. The holder of a link sets none of them. */
export const draftDefaults = {
  enforced: false,
  jitProvisioning: true,
  accountLinking: 'VERIFIED_DOMAIN',
  trustEmail: false,
  trustMfa: false,
  attributeMapping: {},
  groupsClaim: 'groups',
  groupMapping: [],
  allowedGroups: null,
  maxSessionSeconds: null,
  product: null,
} as const;

const oidcDefaults = {
  type: 'OIDC',
  discoveryUrl: null,
  pkce: true,
  userInfo: true,
  acceptAssertions: false,
} as const;

/**
 * The default of the API, except for Entra ID. The discovery document in its documentation lists no `client_secret_basic`, so that the
 * test would fail, and the holder could not change it.
 */
const authMethodFor = (issuer: string) =>
  knownIssuer(issuer).entraTenant === undefined ? 'client_secret_basic' : 'client_secret_post';

const scopes = ['openid', 'profile', 'email'];

/** The parts that saving needs. */
export interface DraftMeans extends RuleMeans {
  vault: Vault;
  quotas: Quotas;
  origin: Origin;
}

/**
 * Creates or changes the connection of a link. It stays `DISABLED`, and has no domain. Its issuer may change, because no
 * user can be linked with it.
 * @returns false if an administrator has changed, enabled or deleted the connection: the holder may not change it any more
 * @throws {Failure} VALIDATION_ERROR, QUOTA_EXCEEDED
 */
export async function saveOidcDraft(
  tx: Tx,
  { link, lock }: LockedSetup,
  { clientSecret, ...input }: OidcDraft,
  { vault, quotas, origin, ...means }: DraftMeans,
): Promise<boolean> {
  requireType(link, 'OIDC');
  const found = await draftOf(tx, link);
  if (found === 'taken over' || found?.type === 'SAML') return false;
  const keeps =
    clientSecret === '' &&
    found !== undefined &&
    found.clientSecret !== null &&
    found.issuer === input.issuer &&
    found.clientId === input.clientId;
  if (clientSecret === '' && !keeps) throw invalid('clientSecret', 'is required');
  const tokenEndpointAuthMethod = authMethodFor(input.issuer);
  const settings = { ...oidcDefaults, ...input, tokenEndpointAuthMethod } as const;
  requireSoundOidc({ ...draftDefaults, groupMapping: [], scopes, ...settings, hasSecret: true }, means);
  if (!found) await requireRoom(lock, 'connections', () => tx.count(Connection), quotas.maxConnections);
  const connection =
    found ??
    tx.create(Connection, {
      ...draftDefaults,
      ...oidcDefaults,
      groupMapping: [],
      scopes,
      id: link.draftId,
      name: link.name,
      status: 'DISABLED',
      createdBy: link.id,
    });
  const changes: FieldChange[] = assignChanges<Partial<Connection>>(connection, settings);
  if (!keeps) {
    connection.clientSecret = vault.seal(clientSecret, lock.orgId, connectionSecretPurpose(connection.id));
    changes.push({ field: 'clientSecret', from: null, to: null });
  }
  await keepDraft(tx, link, { connection, changes, isNew: !found }, origin);
  return true;
}

/** @throws {Failure} VALIDATION_ERROR if the link is for the other protocol */
export function requireType({ type }: Pick<SetupLink, 'type'>, wanted: ConnectionType): void {
  if (type !== null && type !== wanted) throw invalid('type', `must be ${type} for this link`);
}

/** Notes the connection that the holder left, and what has changed. */
export async function keepDraft(
  tx: Tx,
  link: SetupLink,
  { connection, changes, isNew }: { connection: Connection; changes: FieldChange[]; isNew: boolean },
  origin: Origin,
): Promise<void> {
  await tx.flush();
  link.connectionId = connection.id;
  link.connectionVersion = connection.version;
  await tx.flush();
  const about = { targetId: connection.id, targetName: connection.name, result: 'SUCCESS' } as const;
  const action = isNew ? 'connection.create' : 'connection.update';
  await recordSetup(tx, link, { ...about, action, changes }, origin);
}

/**
 * Finds the connection of a link as far as its holder may change it, and locks it. A holder who could change what an
 * administrator has seen could swap the issuer under settings that were made for another one.
 */
export async function draftOf(tx: Tx, link: SetupLink): Promise<Connection | 'taken over' | undefined> {
  if (link.connectionVersion === null) return undefined;
  const connection = await lockOne(tx, Connection, { id: link.connectionId });
  return connection && isDraft(link, connection) ? connection : 'taken over';
}

/** Tells whether a connection is as the holder of the link left it. */
export const isDraft = (
  { connectionVersion }: Pick<SetupLink, 'connectionVersion'>,
  { status, version }: Pick<Connection, 'status' | 'version'>,
): boolean => status === 'DISABLED' && version === connectionVersion;

/** Finds the connection of a link, whether its holder may change it or not. */
export async function draftOfLink(
  tx: Tx,
  { connectionId }: Pick<SetupLink, 'connectionId'>,
): Promise<Connection | undefined> {
  if (connectionId === null) return undefined;
  return (await tx.findOne(Connection, { id: connectionId })) ?? undefined;
}
