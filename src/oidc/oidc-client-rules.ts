import {
  type ApplicationType,
  type AuthMethod,
  type GrantType,
  type OidcClientSettings,
} from './entities/oidc-client.ts';
import { Failure, invalid } from '../failure.ts';
import { refusalOfPublicJwk } from './public-jwk.ts';
import { isOwnApi } from './own-api.ts';
import { refusalOfUrl } from '../lib/public-url.ts';
import {
  refusalOfInitiation,
  refusalOfOrigin,
  refusalOfPage,
  refusalOfRedirectUri,
  refusalOfResource,
} from './redirect-uri.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import { requireProfile } from './oidc-profiles.ts';
import { requireSoundAudiences } from './assertion-audiences.ts';
import { jwtBearer, tokenExchange } from '../lib/oauth-grant-types.ts';

/** The parts of the process that the rules need. `baseUrl` is the public origin. */
export interface Way extends Pick<Outgoing, 'mayReach'> {
  baseUrl: () => string;
}

const deviceCode = 'urn:ietf:params:oauth:grant-type:device_code';

interface Type {
  grants: readonly GrantType[];
  usualGrants: readonly GrantType[];
  methods: readonly AuthMethod[];
  usualScopes: readonly string[];
}

const ofPeople = {
  usualGrants: ['authorization_code', 'refresh_token'],
  usualScopes: ['openid', 'profile', 'email'],
} as const;

/** The grants, the methods and the defaults of each type of application (decisions 6.7). */
export const types: Readonly<Record<ApplicationType, Type>> = {
  web: {
    ...ofPeople,
    grants: [
      'authorization_code',
      'refresh_token',
      'client_credentials',
      deviceCode,
      tokenExchange,
      jwtBearer,
    ],
    methods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
  },
  spa: { ...ofPeople, grants: ['authorization_code', 'refresh_token'], methods: ['none'] },
  native: { ...ofPeople, grants: ['authorization_code', 'refresh_token', deviceCode], methods: ['none'] },
  machine: {
    grants: ['client_credentials'],
    usualGrants: ['client_credentials'],
    methods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    usualScopes: [],
  },
};

/**
 * Returns for how many seconds a refresh token of a new client may be used again, because the answer may have been lost. A public
 * client whose tokens are bound to no key gets none: everybody who finds its refresh token can use it.
 */
export const usualReuseWindow = ({
  tokenEndpointAuthMethod,
  dpopBoundAccessTokens,
}: Pick<OidcClientSettings, 'tokenEndpointAuthMethod' | 'dpopBoundAccessTokens'>): number =>
  tokenEndpointAuthMethod !== 'none' || dpopBoundAccessTokens ? 30 : 0;

/**
 * Everything that a client must be that does not depend on what else there is.
 * @throws {Failure} INVALID_GRANT_TYPE, INVALID_REDIRECT_URI, VALIDATION_ERROR
 */
export function requireSound(client: OidcClientSettings, way: Way): void {
  requireGrants(client);
  requireProfile(client);
  requireAuthentication(client);
  requireRedirects(client);
  requireAddresses(client, way);
  requireSoundAudiences(client, way.baseUrl());
}

function requireGrants({ applicationType, grantTypes, tokenEndpointAuthMethod }: OidcClientSettings): void {
  const { grants } = types[applicationType];
  const refuse = (grant: GrantType, why: string): never => {
    throw new Failure('INVALID_GRANT_TYPE', { [`grantTypes.${grantTypes.indexOf(grant)}`]: why });
  };
  for (const grant of grantTypes)
    if (!grants.includes(grant))
      refuse(grant, `must be one of ${grants.join(', ')} for applicationType ${applicationType}`);
  // A client without a secret and a key cannot be told from any other client. It therefore gets no tokens for itself.
  if (tokenEndpointAuthMethod === 'none')
    for (const grant of grantTypes)
      if (grant === 'client_credentials' || grant === tokenExchange || grant === jwtBearer)
        refuse(
          grant,
          'requires client authentication: set tokenEndpointAuthMethod to another value than none',
        );
  if (grantTypes.every((grant) => grant === 'refresh_token'))
    refuse('refresh_token', 'requires another grant, such as authorization_code');
}

function requireAuthentication(client: OidcClientSettings): void {
  const { applicationType, tokenEndpointAuthMethod: method, jwks, jwksUri } = client;
  const { methods } = types[applicationType];
  if (!methods.includes(method))
    throw invalid(
      'tokenEndpointAuthMethod',
      `must be one of ${methods.join(', ')} for applicationType ${applicationType}`,
    );
  if (jwks && jwksUri !== null) throw invalid('jwksUri', 'may not be sent with jwks');
  if (method === 'private_key_jwt' && !jwks && jwksUri === null)
    throw invalid('jwks', 'is required for private_key_jwt, unless you send jwksUri');
  if (client.requireSignedRequestObject) {
    if (!jwks && jwksUri === null)
      throw invalid('jwks', 'is required for requireSignedRequestObject, unless you send jwksUri');
    if (client.grantTypes.includes(deviceCode))
      throw invalid(
        'requireSignedRequestObject',
        'must be false with the device code: its requests are not signed',
      );
  }
  const ids = new Set<unknown>();
  for (const [at, jwk] of (jwks?.keys ?? []).entries()) {
    const allowed = refusalOfPublicJwk(jwk);
    if (allowed !== undefined) throw invalid(`jwks.keys.${at}`, allowed);
    if (jwk['kid'] !== undefined && ids.has(jwk['kid']))
      throw invalid(`jwks.keys.${at}.kid`, 'must be unique among the keys');
    ids.add(jwk['kid']);
  }
  if (method !== 'none') return;
  if (!client.requirePkce) throw invalid('requirePkce', 'must be true for tokenEndpointAuthMethod none');
  // RFC 9700 section 4.14.2.
  if (!client.refreshTokenRotation && !client.dpopBoundAccessTokens)
    throw invalid(
      'refreshTokenRotation',
      'must be true without client authentication, unless dpopBoundAccessTokens is true',
    );
}

function requireRedirects(client: OidcClientSettings): void {
  const { applicationType, redirectUris, postLogoutRedirectUris, grantTypes, subjectType } = client;
  const native = applicationType === 'native';
  if (applicationType === 'machine' && redirectUris.length > 0)
    throw new Failure('INVALID_REDIRECT_URI', {
      redirectUris: 'must be empty for applicationType machine: users do not sign in to it',
    });
  for (const [field, uris] of Object.entries({ redirectUris, postLogoutRedirectUris }))
    for (const [at, uri] of uris.entries()) {
      const allowed = refusalOfRedirectUri(uri, native);
      if (allowed !== undefined) throw new Failure('INVALID_REDIRECT_URI', { [`${field}.${at}`]: allowed });
    }
  if (grantTypes.includes('authorization_code') && redirectUris.length === 0)
    throw invalid('redirectUris', 'is required for authorization_code');
  if (subjectType === 'pairwise') {
    const hosts = new Set(redirectUris.map((uri) => (uri.startsWith('https:') ? new URL(uri).host : '')));
    if (hosts.size !== 1 || hosts.has(''))
      throw invalid('subjectType', 'must be public, unless all redirect URIs are https and have one host');
  }
}

function requireAddresses(client: OidcClientSettings, { mayReach, baseUrl }: Way): void {
  const { logoUri, clientUri, initiateLoginUri, jwksUri, backchannelLogoutUri, allowedOrigins, resources } =
    client;
  const refuse = (field: string, allowed: string | undefined): void => {
    if (allowed !== undefined) throw invalid(field, allowed);
  };
  for (const [field, page] of Object.entries({ logoUri, clientUri }))
    if (page !== null) refuse(field, refusalOfPage(page));
  if (initiateLoginUri !== null) {
    refuse('initiateLoginUri', refusalOfInitiation(initiateLoginUri));
    if (!client.grantTypes.includes('authorization_code'))
      throw invalid('initiateLoginUri', 'requires the grant authorization_code');
  }
  for (const [field, url] of Object.entries({ jwksUri, backchannelLogoutUri })) {
    const allowed = url === null ? undefined : refusalOfUrl(url, mayReach);
    if (allowed !== undefined) refuse(field, `must be ${allowed}`);
  }
  for (const [at, origin] of allowedOrigins.entries())
    refuse(`allowedOrigins.${at}`, refusalOfOrigin(origin));
  const { servedResources } = client;
  for (const [field, named] of Object.entries({ resources, servedResources }))
    for (const [at, resource] of named.entries()) {
      refuse(`${field}.${at}`, refusalOfResource(resource));
      // Only the command line gets tokens for our API (docs/decisions/0128).
      if (isOwnApi(resource, baseUrl()))
        refuse(`${field}.${at}`, 'must not be the API of Keyward: call it with an API key');
    }
}
