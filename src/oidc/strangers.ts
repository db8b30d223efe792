import type { OidcClientSettings } from './entities/oidc-client.ts';
import { isId } from '../lib/id.ts';

/**
 * Who makes clients: an administrator by the management API; a host that publishes a client ID metadata document
 * (draft-ietf-oauth-client-id-metadata-document); or a program that registers itself (RFC 7591).
 */
export const clientOrigins = ['ADMINISTRATOR', 'METADATA_DOCUMENT', 'REGISTRATION'] as const;

export type ClientOrigin = (typeof clientOrigins)[number];

/** Whether no administrator has made a client. Users read on each page of consent that they alone vouch for it. */
export const isStranger = ({ origin }: { origin: ClientOrigin }): boolean => origin !== 'ADMINISTRATOR';

/** The most characters of the address of a client ID metadata document. It is a key of tables, so it fits into an index. */
export const mostDocumentUrl = 500;

/**
 * Whether a `client_id` has the form of the address of a client ID metadata document: https, a path, printable ASCII, and neither a fragment, user
 * information nor dot segments (draft-ietf-oauth-client-id-metadata-document, section 3). The address is compared byte for byte, so it must be
 * written as a browser would write it.
 */
export function isDocumentUrl(clientId: string): boolean {
  if (clientId.length > mostDocumentUrl || !/^https:\/\/[^/?#@\\]+\/[!-~]*$/.test(clientId)) return false;
  const url = URL.parse(clientId);
  return url !== null && url.hash === '' && !clientId.includes('#') && url.href === clientId;
}

/** Whether a `client_id` can be the id of a row. Everything else needs no look at the database. */
export const isRowId = (clientId: string): boolean => isId('cli', clientId) || isDocumentUrl(clientId);

/** The settings of each client of a stranger. Its document or its registration does not change them. A check of the table holds most of them, too. */
export const strangerSettings = {
  postLogoutRedirectUris: [],
  backchannelLogoutUri: null,
  initiateLoginUri: null,
  requirePkce: true,
  consentRequired: true,
  subjectType: 'public',
  accessTokenFormat: 'jwt',
  accessTokenSigningAlg: 'ES256',
  // Nothing ends a signed token at a resource that does not ask, so it is short.
  accessTokenTtl: 300,
  idTokenTtl: 300,
  idTokenClaims: false,
  refreshTokenTtl: 30 * 86_400,
  refreshTokenRotation: true,
  resources: [],
  servedResources: [],
  allowedGroups: null,
  allowedOrigins: [],
  requirePushedAuthorizationRequests: false,
  requireSignedRequestObject: false,
  requireIssuerAudience: false,
  profile: null,
} as const satisfies Partial<OidcClientSettings>;

/** The scopes that each client of a stranger may ask for, beside those of resources that are open to agents. */
export const strangerScopes: readonly string[] = ['openid', 'profile', 'email', 'offline_access'];

/** The grant types that a client of a stranger may have. */
export const strangerGrants = ['authorization_code', 'refresh_token'] as const;
