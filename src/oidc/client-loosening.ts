import { isObject } from '../lib/object.ts';
import type { FieldChange } from '../platform/events.ts';
import {
  ifGains,
  ifGainsOrNull,
  ifHigher,
  ifNot,
  ifOff,
  type Loosens,
  loosensAmong,
  loosensBy,
  never,
} from '../lib/loosening.ts';
import type { OidcClientSettings } from './entities/oidc-client.ts';

const keysOf = (jwks: unknown): unknown => (isObject(jwks) ? jwks['keys'] : []);

/** Fields with which a client obtains more, is sent elsewhere, or lets a caller authenticate as it. */
const giving = {
  status: ifNot('DISABLED'),
  tokenEndpointAuthMethod: () => true,
  jwks: (from, to) => ifGains(keysOf(from), keysOf(to)),
  jwksUri: ifNot(null),
  redirectUris: ifGains,
  allowedOrigins: ifGains,
  grantTypes: ifGains,
  scopes: ifGains,
  resources: ifGains,
  servedResources: ifGains,
  assertionAudiences: ifGains,
} satisfies Partial<Record<keyof OidcClientSettings, Loosens>>;

/** The other fields. A field in neither list loosens with any change. */
const others = {
  name: never,
  description: never,
  logoUri: never,
  clientUri: never,
  postLogoutRedirectUris: ifGains,
  idTokenSignedResponseAlg: never,
  requirePkce: ifOff,
  accessTokenFormat: never,
  accessTokenSigningAlg: never,
  accessTokenTtl: ifHigher,
  idTokenTtl: ifHigher,
  // The client reads the same claims at userinfo, with the access token of the same response.
  idTokenClaims: never,
  refreshTokenTtl: ifHigher,
  refreshTokenRotation: ifOff,
  refreshReuseWindow: ifHigher,
  // The mark is cleared when a list is written, and an exchange then needs consent.
  servedResourcesCopied: never,
  consentRequired: ifOff,
  dpopBoundAccessTokens: ifOff,
  allowedGroups: ifGainsOrNull,
  requirePushedAuthorizationRequests: ifOff,
  requireSignedRequestObject: ifOff,
  requireIssuerAudience: ifOff,
  profile: (from) => from !== null,
} satisfies Partial<Record<keyof OidcClientSettings | 'servedResourcesCopied', Loosens>>;

/** Tells whether a client obtains or sends more than before. Neither ends by itself. */
export const givesMore = (changes: readonly FieldChange[]): boolean => loosensAmong(giving, changes);

/** Tells whether a client obtains or sends more than before, elsewhere, for longer, or with less proof. */
export const loosensClient = (changes: readonly FieldChange[]): boolean =>
  loosensBy({ ...giving, ...others }, changes);
