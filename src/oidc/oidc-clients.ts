import { lockForChange } from '../platform/locked.ts';
import {
  type ApplicationType,
  OidcClient,
  type OidcClientSettings,
  type OidcClientStatus,
  usesSecret,
} from './entities/oidc-client.ts';
import { OidcScope } from './entities/oidc-scope.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit, type FieldChange } from '../platform/events.ts';
import { Failure, invalid } from '../failure.ts';
import { newId } from '../lib/id.ts';
import { givesMore, loosensClient } from './client-loosening.ts';
import { responseTypesOf } from './response-type.ts';
import { hashSecret, newClientSecret } from '../lib/secret.ts';
import { commandLineName, isCommandLine } from '../lib/command-line-id.ts';
import { isStandardScope } from './standard-scope.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { requireAllowedGroups } from '../users/groups/allowed-groups.ts';
import { requireMayGiveLasting, requireWithinOwnBounds, unbounded } from '../credentials/bounds.ts';
import { assignChanges } from '../platform/fields.ts';
import type { PageApplication } from '../platform/pages/application.ts';
import type { Grantor } from '../platform/grants.ts';
import { requireSound, types, usualReuseWindow, type Way } from './oidc-client-rules.ts';
import { ofProfile, requireProfile } from './oidc-profiles.ts';
import { type Quotas, requireRoom } from '../platform/quotas.ts';
import { requireUnreplaced, type Seen } from '../platform/replacing.ts';
import { nameContains } from '../platform/sql/spellings.ts';
import type { IfMatch } from '../platform/versions.ts';
import type { Tx } from '../platform/tx.ts';

/**
 * Fields that `completed` fills. Most defaults depend on the type, the profile or another field of the client.
 */
type Dependent =
  | ('name' | 'redirectUris' | 'grantTypes' | 'scopes' | 'tokenEndpointAuthMethod')
  | ('idTokenSignedResponseAlg' | 'accessTokenSigningAlg' | 'refreshTokenRotation' | 'refreshReuseWindow')
  | 'dpopBoundAccessTokens'
  | ('requirePushedAuthorizationRequests' | 'requireIssuerAudience');
type Optional =
  | 'description'
  | 'logoUri'
  | 'clientUri'
  | 'initiateLoginUri'
  | 'jwks'
  | 'jwksUri'
  | 'backchannelLogoutUri'
  | 'allowedGroups'
  | 'profile';

export type NewOidcClient = Omit<OidcClientSettings, Dependent | Optional | 'status'> &
  Partial<Pick<OidcClientSettings, Dependent | Optional>> & { responseTypes?: 'code'[] };

export type OidcClientPatch = Partial<Omit<OidcClientSettings, 'applicationType'>> & {
  responseTypes?: 'code'[];
};

/** @throws {Failure} OIDC_CLIENT_NOT_FOUND */
export async function findOidcClient(tx: Tx, id: string): Promise<OidcClient> {
  const client = await tx.findOne(OidcClient, { id });
  if (!client) throw new Failure('OIDC_CLIENT_NOT_FOUND');
  return client;
}

/** How users know a client. @param clientId null if none is concerned */
export async function knownClient(
  tx: Tx,
  { clientId }: { clientId: string | null },
): Promise<PageApplication | undefined> {
  if (clientId === null) return undefined;
  if (isCommandLine(clientId)) return { name: commandLineName, logoUri: null };
  return (await tx.findOne(OidcClient, { id: clientId }, { filters: { administered: false } })) ?? undefined;
}

/** The tenant and the client stay locked. @throws {Failure} OIDC_CLIENT_NOT_FOUND, PRECONDITION_FAILED */
async function lockOidcClient(tx: Tx, id: string, condition: IfMatch): Promise<OidcClient> {
  // Scopes are only deleted while no client has them.
  await lockTenant(tx, tenancyOf(tx).orgId);
  return lockForChange(tx, OidcClient, id, condition, 'OIDC_CLIENT_NOT_FOUND');
}

/** The clients of the tenant, the newest first. */
export async function listOidcClients(
  tx: Tx,
  { search, ...filter }: { status?: OidcClientStatus; applicationType?: ApplicationType; search?: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ clients: OidcClient[]; total: number }> {
  const where = { ...filter, ...nameContains(search) };
  const orderBy = [{ createdAt: 'desc' }, { id: 'asc' }] as const;
  const [clients, total] = await tx.findAndCount(OidcClient, where, { limit, offset, orderBy: [...orderBy] });
  return { clients, total };
}

/**
 * @returns the client, and its secret, which is shown once and never stored; null where it has none
 * @throws {Failure} VALIDATION_ERROR, INVALID_REDIRECT_URI, INVALID_GRANT_TYPE, BOUND_NOT_GRANTABLE, QUOTA_EXCEEDED
 */
export async function createOidcClient(
  tx: Tx,
  { responseTypes, ...input }: NewOidcClient,
  grantor: Grantor,
  { way, quotas }: { way: Way; quotas: Quotas },
): Promise<{ client: OidcClient; secret: string | null }> {
  const { orgId, now } = tenancyOf(tx);
  const settings = completed(input);
  requireResponseTypes(settings, responseTypes);
  requireSound(settings, way);
  // It goes on obtaining tokens after the key has ended: for itself, or for the users who sign in.
  await requireWithinOwnBounds(tx, grantor, unbounded);
  const lock = await lockTenant(tx, orgId);
  await requireRoom(lock, 'OIDC clients', () => tx.count(OidcClient), quotas.maxOidcClients);
  const own = await tx.find(OidcScope, {});
  if (input.scopes === undefined && settings.applicationType !== 'machine')
    settings.scopes.push(...own.filter(({ isDefault }) => isDefault).map(({ name }) => name));
  requireScopes(settings, own);
  await requireAllowedGroups(tx, orgId, settings.allowedGroups);
  const client = tx.create(OidcClient, { ...settings, id: newId('cli'), createdBy: grantor.actor.id });
  const secret = usesSecret(client) ? newClientSecret() : null;
  if (secret !== null) client.rotate(hashSecret(secret), now, null);
  await tx.flush();
  const { applicationType, grantTypes, scopes } = client;
  const data = {
    ...subject(client),
    applicationType,
    grantTypes,
    scopes,
    createdBy: grantor.actor,
    origin: client.origin,
  };
  await emit(tx, [{ type: 'oidc_client.created', data }]);
  return { client, secret };
}

function completed(input: Omit<NewOidcClient, 'responseTypes'>): OidcClientSettings {
  const { usualGrants, usualScopes, methods } = types[input.applicationType];
  const { redirectUris = [] } = input;
  const settings: OidcClientSettings = {
    description: null,
    logoUri: null,
    clientUri: null,
    initiateLoginUri: null,
    jwks: null,
    jwksUri: null,
    backchannelLogoutUri: null,
    allowedGroups: null,
    status: 'ACTIVE',
    name: nameFrom(redirectUris[0]),
    grantTypes: [...usualGrants],
    scopes: [...usualScopes],
    tokenEndpointAuthMethod: methods[0] ?? 'none',
    idTokenSignedResponseAlg: 'RS256',
    accessTokenSigningAlg: 'ES256',
    refreshTokenRotation: true,
    dpopBoundAccessTokens: false,
    requirePushedAuthorizationRequests: false,
    requireIssuerAudience: false,
    profile: null,
    refreshReuseWindow: 0,
    ...input,
    ...ofProfile(input.profile, input),
    redirectUris,
  };
  return { ...settings, refreshReuseWindow: input.refreshReuseWindow ?? usualReuseWindow(settings) };
}

/** Returns the name that users see for a client without a name. */
export function nameFrom(redirectUri: string | undefined): string {
  const host = redirectUri !== undefined && URL.canParse(redirectUri) ? new URL(redirectUri).hostname : '';
  return host === '' ? 'Unnamed client' : host.slice(0, 100);
}

/** @throws {Failure} OIDC_CLIENT_NOT_FOUND, PRECONDITION_FAILED and what {@link createOidcClient} throws */
export async function updateOidcClient(
  tx: Tx,
  id: string,
  { responseTypes, ...patch }: OidcClientPatch,
  grantor: Grantor,
  { way, ifMatch }: { way: Way } & IfMatch,
): Promise<{ client: OidcClient; changes: FieldChange[] }> {
  const client = await lockOidcClient(tx, id, { ifMatch });
  const { profile: before } = client;
  const usualWindow = usualReuseWindow(client);
  const changes = assignChanges<OidcClientSettings>(client, {
    ...patch,
    // A profile that the client has already sets nothing again: what contradicts it is refused.
    ...(client.profile === patch.profile ? {} : ofProfile(patch.profile, patch)),
  });
  // A client that becomes public does not keep the window that it had because a thief needed the secret or the key (docs/decisions/0102).
  if (patch.refreshReuseWindow === undefined && usualReuseWindow(client) < usualWindow)
    changes.push(...assignChanges<OidcClientSettings>(client, { refreshReuseWindow: 0 }));
  requireResponseTypes(client, responseTypes);
  if (patch.servedResources !== undefined && client.servedResourcesCopied) {
    client.servedResourcesCopied = false;
    changes.push({ field: 'servedResourcesCopied', from: true, to: false });
  }
  if (changes.length === 0) return { client, changes };
  requireSound(client, way);
  // A client leaves its profile first and is loosened then: two rows of the audit log (docs/decisions/0045).
  requireProfile(client, before);
  const changed = (name: string): boolean => changes.some(({ field }) => field === name);
  if (changed('scopes')) requireScopes(client, await tx.find(OidcScope, {}));
  // A group that was deleted since may stay in the list: it does not admit any user.
  if (changed('allowedGroups')) await requireAllowedGroups(tx, client.orgId, client.allowedGroups);
  if (givesMore(changes)) await requireWithinOwnBounds(tx, grantor, unbounded);
  else if (loosensClient(changes)) await requireMayGiveLasting(tx, grantor);
  if (!usesSecret(client)) client.forgetSecret();
  await tx.flush();
  const data = { ...subject(client), changes, updatedBy: grantor.actor };
  await emit(tx, [{ type: 'oidc_client.updated', data }]);
  return { client, changes };
}

/** @throws {Failure} OIDC_CLIENT_NOT_FOUND, PRECONDITION_FAILED */
export async function deleteOidcClient(
  tx: Tx,
  id: string,
  condition: IfMatch,
  grantor: Grantor,
): Promise<OidcClient> {
  const client = await lockOidcClient(tx, id, condition);
  tx.remove(client);
  await emit(tx, [{ type: 'oidc_client.deleted', data: { ...subject(client), deletedBy: grantor.actor } }]);
  return client;
}

/**
 * Gives a client a new secret. If rotations are parallel, one wins and the others are refused.
 * @param gracePeriod for how many seconds the old secret is good as well
 * @param seen the secret as it was when the request came
 * @returns the client, and its new secret, which is shown once and never stored
 * @throws {Failure} OIDC_CLIENT_NOT_FOUND, PRECONDITION_FAILED, BOUND_NOT_GRANTABLE, OIDC_CLIENT_STATE_CONFLICT where
 * it has none, or another request rotated it at the same time
 */
export async function rotateOidcClientSecret(
  tx: Tx,
  id: string,
  { gracePeriod, ifMatch, seen }: { gracePeriod: number; seen: Seen | undefined } & IfMatch,
  grantor: Grantor,
): Promise<{ client: OidcClient; secret: string; rotatedAt: Date }> {
  const { now } = tenancyOf(tx);
  const client = await lockForChange(tx, OidcClient, id, { ifMatch }, 'OIDC_CLIENT_NOT_FOUND');
  await requireUnreplaced(tx, seen, 'OIDC_CLIENT_STATE_CONFLICT');
  const { tokenEndpointAuthMethod } = client;
  await requireWithinOwnBounds(tx, grantor, unbounded);
  if (!usesSecret(client)) throw new Failure('OIDC_CLIENT_STATE_CONFLICT', { tokenEndpointAuthMethod });
  const secret = newClientSecret();
  client.rotate(
    hashSecret(secret),
    now,
    gracePeriod > 0 ? new Date(now.getTime() + gracePeriod * 1000) : null,
  );
  await tx.flush();
  const previousSecretExpiresAt = client.previousSecretExpiresAt?.toISOString() ?? null;
  const data = { ...subject(client), previousSecretExpiresAt, rotatedBy: grantor.actor };
  await emit(tx, [{ type: 'oidc_client.secret_rotated', data }]);
  return { client, secret, rotatedAt: now };
}

/** @throws {Failure} VALIDATION_ERROR unless they are what the grants come to */
function requireResponseTypes(
  settings: Pick<OidcClientSettings, 'grantTypes'>,
  wanted: 'code'[] | undefined,
): void {
  if (wanted !== undefined && wanted.length !== responseTypesOf(settings.grantTypes).length)
    throw invalid('responseTypes', 'must be [code] with authorization_code, and empty otherwise');
}

/** @throws {Failure} VALIDATION_ERROR */
function requireScopes({ scopes, applicationType }: OidcClientSettings, own: readonly OidcScope[]): void {
  const names = new Set(own.map(({ name }) => name));
  const machine = applicationType === 'machine';
  for (const [at, scope] of scopes.entries()) {
    // Users consent to standard scopes, and a machine has no user.
    if (machine && isStandardScope(scope))
      throw invalid(`scopes.${at}`, 'must be a custom scope for applicationType machine');
    if (!isStandardScope(scope) && !names.has(scope))
      throw invalid(`scopes.${at}`, 'must be a standard scope or an existing custom scope');
  }
}

const subject = ({ id, name }: OidcClient) => ({ clientId: id, clientName: name });
