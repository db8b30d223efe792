import { adminApplication } from '../conditional-access/resources/user-attempts.ts';
import { commandLineId, commandLineName, isCommandLine } from '../lib/command-line-id.ts';
import { commonScopes, scopeCatalogue } from '../lib/scope.ts';
import { ownApiOf, ownApiOfTenant } from './own-api.ts';
import type { OidcClientRow } from './sql/oidc-clients.ts';

/** Returns the application that policies of conditional access judge: with the command line, a user calls the API. */
export const applicationOf = (clientId: string): string =>
  isCommandLine(clientId) ? adminApplication : clientId;

/** How old the proof of a user may be who allows the command line, in seconds. What it gets lasts longer than a page that was left open. */
export const recentForCommandLine = 300;

const families = [...new Set(scopeCatalogue.map((scope) => scope.slice(0, scope.indexOf('.'))))];

/** The scopes that the command line may ask for: all rights of the user, those of a family of operations, or single ones. */
export const apiScopes: readonly string[] = ['*', ...families.map((one) => `${one}.*`), ...scopeCatalogue];

/** Returns the scopes that a token with these scopes can be narrowed to (RFC 6749 section 6), its own among them. */
export const narrowerScopes = (granted: readonly string[]): string[] => commonScopes(granted, apiScopes);

/** How long an access token lives, in seconds. */
const accessTokenTtl = 600;

/** The seconds that a sign-in lasts, as long as a new session. A session that is renewed in the browser does not prolong it. */
export const mostSecondsOfCommandLine = 7 * 86_400;

/** Returns the settings of the client, as those of rows are read. It has no secret, and its tokens are bound to a key. */
export const commandLineRow = (baseUrl: string, orgId: string): OidcClientRow => ({
  clientId: commandLineId,
  name: commandLineName,
  logoUri: null,
  clientUri: null,
  status: 'ACTIVE',
  applicationType: 'native',
  redirectUris: [],
  postLogoutRedirectUris: [],
  grantTypes: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
  scopes: [],
  tokenEndpointAuthMethod: 'none',
  idTokenSignedResponseAlg: 'RS256',
  jwks: null,
  jwksUri: null,
  requirePkce: true,
  accessTokenFormat: 'opaque',
  accessTokenSigningAlg: 'ES256',
  accessTokenTtl,
  idTokenTtl: accessTokenTtl,
  refreshTokenTtl: mostSecondsOfCommandLine,
  idTokenClaims: false,
  refreshTokenRotation: true,
  // A lost answer is asked for again. The token is useless without the key.
  refreshReuseWindow: 30,
  // The engine asks the user of a native client each time. No consent is kept, because each sign-in has a grant of its own.
  consentRequired: false,
  allowedOrigins: [],
  backchannelLogoutUri: null,
  subjectType: 'public',
  dpopBoundAccessTokens: true,
  resources: [ownApiOf(baseUrl), ownApiOfTenant(baseUrl, orgId)],
  servedResources: [],
  servedResourcesCopied: false,
  assertionAudiences: [],
  allowedGroups: null,
  requirePushedAuthorizationRequests: false,
  requireSignedRequestObject: false,
  requireIssuerAudience: false,
  profile: null,
  origin: 'ADMINISTRATOR',
  isDocumentLive: true,
  isDocumentFresh: true,
  secretHashes: [],
  updatedAt: new Date(0),
  oidcVersion: 0,
});
