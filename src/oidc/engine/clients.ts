import type { Adapter, AdapterPayload, Client } from 'oidc-provider';
import { isClientSecret } from '../client-secret.ts';
import { isCommandLine } from '../../lib/command-line-id.ts';
import { commandLineRow } from '../command-line.ts';
import { pick } from '../../lib/object.ts';
import type { OidcClientRow } from '../sql/oidc-clients.ts';
import { isBlocked } from '../agent-hosts.ts';
import { allowsHost, type DocumentSetting } from '../document-setting.ts';
import type { EngineParts, TenantSettings } from './parts.ts';
import { type Resources, resourcesByKey, scopesOfResources } from './resource-scopes.ts';
import { isRowId, isStranger, strangerScopes } from '../strangers.ts';
import { protocolScopes } from './scopes.ts';
import { currentAhead } from './visits.ts';

/** The algorithms that clients may sign with. Nothing is symmetric: we keep only the hash of a secret. */
export const clientAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;

/** The signature algorithms that FAPI 2.0 allows (section 5.4.1). */
export const fapiAlgorithms = ['PS256', 'ES256', 'EdDSA'] as const;

/** The fields of a client that are not metadata of the engine itself. */
const ours = [
  'name',
  'logoUri',
  'requirePkce',
  'accessTokenFormat',
  'accessTokenSigningAlg',
  'accessTokenTtl',
  'idTokenTtl',
  'idTokenClaims',
  'refreshTokenTtl',
  'refreshTokenRotation',
  'refreshReuseWindow',
  'consentRequired',
  'allowedOrigins',
  'resources',
  'servedResources',
  'servedResourcesCopied',
  'assertionAudiences',
  'allowedGroups',
  'requireIssuerAudience',
  'profile',
  'origin',
] as const;

export interface ClientSettings extends Pick<OidcClientRow, (typeof ours)[number]> {
  /** The scopes of OpenID Connect and of the tenant that it may ask for. The engine knows those of resources beside them. */
  ownScopes: readonly string[];
  /** As base64url. */
  secretHashes: readonly string[];
}

/** Under this name the engine hands them through. */
export const settingsName = 'keyward';

export const settingsOf = (client: Client): ClientSettings => client[settingsName] as ClientSettings;

const engineTypes = { web: 'web', spa: 'web', native: 'native', machine: 'web' } as const;

/** The scopes of a tenant: its resources, and the names of the others. */
export interface KnownScopes {
  names: ReadonlySet<string>;
  resources: Resources;
}

/** Returns what clients of a tenant may ask for. */
export const knownScopes = ({
  scopes,
  resources,
}: Pick<TenantSettings, 'scopes' | 'resources'>): KnownScopes => ({
  names: new Set([...protocolScopes, ...scopes.map(({ name }) => name)]),
  resources: resourcesByKey(resources),
});

/** As the engine knows a client. A scope that the tenant no longer has is left out: one would fail every request. */
export function metadataOf(client: OidcClientRow, known: KnownScopes): AdapterPayload {
  const secret = client.tokenEndpointAuthMethod.startsWith('client_secret');
  // The engine would take an empty list for all scopes. The scope `openid` does not admit a caller where there is no
  // user.
  // A row of a stranger bounds its scopes too: an initial access token can allow fewer than all strangers may have.
  const own = client.scopes.filter(
    (one) => known.names.has(one) && (!isStranger(client) || strangerScopes.includes(one)),
  );
  const ownScopes = own.length > 0 ? own : ['openid'];
  const ofResources = scopesOfResources(known.resources, { ...client, ownScopes });
  const scope = [...new Set([...ownScopes, ...ofResources])].join(' ');
  const settings: ClientSettings = {
    ...pick(client, ours),
    ownScopes,
    secretHashes: client.secretHashes.map((one) => one.toString('base64url')),
  };
  return {
    client_id: client.clientId,
    client_name: client.name,
    application_type: engineTypes[client.applicationType],
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.postLogoutRedirectUris],
    grant_types: [...client.grantTypes],
    response_types: client.grantTypes.includes('authorization_code') ? ['code'] : [],
    scope,
    token_endpoint_auth_method: client.tokenEndpointAuthMethod,
    id_token_signed_response_alg: client.idTokenSignedResponseAlg,
    // One setting for all that is signed for the client itself (docs/decisions/0103).
    authorization_signed_response_alg: client.idTokenSignedResponseAlg,
    subject_type: client.subjectType,
    dpop_bound_access_tokens: client.dpopBoundAccessTokens,
    require_pushed_authorization_requests: client.requirePushedAuthorizationRequests,
    require_signed_request_object: client.requireSignedRequestObject,
    // The engine requires a secret. It compares the hash, and never makes a key of the secret.
    ...(secret ? { client_secret: settings.secretHashes[0] ?? 'none' } : {}),
    ...(client.jwks ? { jwks: client.jwks } : {}),
    ...(client.jwksUri === null ? {} : { jwks_uri: client.jwksUri }),
    ...(client.backchannelLogoutUri === null
      ? {}
      : { backchannel_logout_uri: client.backchannelLogoutUri, backchannel_logout_session_required: true }),
    [settingsName]: settings,
  };
}

/**
 * Whether a client may act now: it is not disabled, no host of a stranger is blocked, and a client with a metadata document has a host that the
 * tenant allows, and a document that was read in time.
 */
export const mayAct = (client: OidcClientRow, documents: DocumentSetting): boolean =>
  client.status === 'ACTIVE' &&
  !isBlocked(client, documents.blockedHosts) &&
  (client.origin !== 'METADATA_DOCUMENT' ||
    (client.isDocumentLive && allowsHost(documents, new URL(client.clientId).host)));

/** Reads clients. The engine itself writes none. */
export function createClientAdapter(
  { orgId, documents }: Pick<TenantSettings, 'orgId' | 'documents'>,
  known: KnownScopes,
  { tenants, baseUrl }: Pick<EngineParts, 'tenants' | 'baseUrl'>,
): Adapter {
  const none = async (): Promise<never> => {
    throw new Error('the engine may only read clients');
  };
  return {
    async find(id) {
      if (isCommandLine(id)) return metadataOf(commandLineRow(baseUrl(), orgId), known);
      // A hint may name anything as its client, also what Postgres refuses as text.
      if (!isRowId(id)) return undefined;
      const ahead = currentAhead()?.client(id);
      const client = ahead ? ahead.row?.read() : await tenants.client(orgId, id);
      return client && mayAct(client, documents) ? metadataOf(client, known) : undefined;
    },
    upsert: none,
    destroy: none,
    consume: none,
    findByUid: none,
    findByUserCode: none,
    revokeByGrantId: none,
  };
}

/** Whether a secret is one of those that are good now. All are compared, whichever fits. */
export function isSecretOf(client: Client, presented: string): boolean {
  const secretHashes = settingsOf(client).secretHashes.map((one) => Buffer.from(one, 'base64url'));
  return isClientSecret({ secretHashes }, presented);
}
