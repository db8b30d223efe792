import type { Adapter, AdapterPayload, Client } from 'oidc-provider';
import { isBlocked } from '../agent-hosts.ts';
import { isClientSecret } from '../client-secret.ts';
import { isCommandLine } from '../../lib/command-line-id.ts';
import { commandLineRow } from '../command-line.ts';
import { pick } from '../../lib/object.ts';
import type { OidcClientRow } from '../sql/oidc-clients.ts';
import type { EngineParts, TenantSettings } from './parts.ts';
import { isRowId } from '../strangers.ts';
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
  'allowedGroups',
  'requireIssuerAudience',
  'profile',
  'origin',
] as const;

export interface ClientSettings extends Pick<OidcClientRow, (typeof ours)[number]> {
  /** As base64url. */
  secretHashes: readonly string[];
}

/** Under this name the engine hands them through. */
export const settingsName = 'keyward';

export const settingsOf = (client: Client): ClientSettings => client[settingsName] as ClientSettings;

const engineTypes = { web: 'web', spa: 'web', native: 'native', machine: 'web' } as const;

/** As the engine knows a client. A scope that the tenant no longer has is left out: one would fail every request. */
export function metadataOf(client: OidcClientRow, known: ReadonlySet<string>): AdapterPayload {
  const secret = client.tokenEndpointAuthMethod.startsWith('client_secret');
  // The engine would take an empty list for all scopes. The scope `openid` does not admit a caller where there is no
  // user.
  const scope = client.scopes.filter((one) => known.has(one)).join(' ') || 'openid';
  const settings: ClientSettings = {
    ...pick(client, ours),
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

/** Whether a client may act now: it is not disabled, and no host of it is blocked. */
export const mayAct = (client: OidcClientRow, blockedHosts: readonly string[]): boolean =>
  client.status === 'ACTIVE' && !isBlocked(client, blockedHosts);

/** Reads clients; they are written by the management API alone. */
export function createClientAdapter(
  { orgId, scopes, blockedHosts }: Pick<TenantSettings, 'orgId' | 'scopes' | 'blockedHosts'>,
  { tenants, baseUrl }: Pick<EngineParts, 'tenants' | 'baseUrl'>,
): Adapter {
  const known = new Set([...protocolScopes, ...scopes.map(({ name }) => name)]);
  const none = async (): Promise<never> => {
    throw new Error('the engine may only read clients');
  };
  return {
    async find(id) {
      if (isCommandLine(id)) return metadataOf(commandLineRow(baseUrl()), known);
      // A hint may name anything as its client, also what Postgres refuses as text.
      if (!isRowId(id)) return undefined;
      const ahead = currentAhead()?.client(id);
      const client = ahead ? ahead.row?.read() : await tenants.client(orgId, id);
      return client && mayAct(client, blockedHosts) ? metadataOf(client, known) : undefined;
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
