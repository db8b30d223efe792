import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { accountFinder } from './accounts.ts';
import { multiFactor, singleFactor } from './acr.ts';
import { createAdapter } from './adapter.ts';
import { isCommandLine } from '../../lib/command-line-id.ts';
import { ownApiOf } from '../own-api.ts';
import { claimsOf } from './claims.ts';
import { clientAlgorithms, createClientAdapter, settingsName, settingsOf } from './clients.ts';
import { narrowClaims } from './granted.ts';
import { grantFor, withinGrant } from './grants.ts';
import { introspectionPolicy, mayRevoke } from './introspection.ts';
import { requireClientAccess } from './machine-access.ts';
import { devicePages, logoutPages, renderError } from './page-sources.ts';
import { basePath, cookieNames } from './names.ts';
import { pairwiseNames } from './pairwise.ts';
import { type EngineParts, interactionSeconds, type TenantSettings } from './parts.ts';
import { promptPolicy } from './policy.ts';
import { requireApiScopes, resourceServerOf } from './resources.ts';
import { protocolScopes } from './scopes.ts';
import { assertAssertion, assertRequestObject } from './signed-requests.ts';
import { extraClaims } from './token-exchange.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const signing = ['RS256', 'ES256'] as const;
/** A token for what was asked at the beginning, unless something else is asked for. Its types say it may only be false. */
const useGrantedResource = (() => true) as unknown as () => false;

/** Returns how the engine behaves for one tenant (decisions 6.7). Features that are missing here are switched off. */
export function configurationOf(settings: TenantSettings, parts: EngineParts): Configuration {
  const { orgId, keys, scopes } = settings;
  const path = basePath(orgId);
  const custom = scopes.map(({ name }) => name);
  const nameFor = pairwiseNames(orgId, parts);
  const claims = claimsOf(scopes);
  return {
    adapter: (model) =>
      model === 'Client' ? createClientAdapter(settings, parts) : createAdapter(orgId, model, parts),
    jwks: { keys: keys },
    routes: {
      authorization: '/authorize',
      token: '/token',
      userinfo: '/userinfo',
      revocation: '/revoke',
      introspection: '/introspect',
      end_session: '/end-session',
      device_authorization: '/device/authorize',
      code_verification: '/device',
      jwks: '/.well-known/jwks.json',
      pushed_authorization_request: '/par',
    },
    scopes: [...protocolScopes, ...custom],
    claims: { ...claims, iss: null, sid: null },
    acrValues: [singleFactor, multiFactor],
    discovery: {
      // Initiating User Registration via OpenID Connect 1.0, section 5, registers the name.
      prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
      introspection_signing_alg_values_supported: signing,
    },
    subjectTypes: ['public', 'pairwise'],
    pairwiseIdentifier: (_ctx, accountId, client) => nameFor(accountId, client),
    responseTypes: ['code'],
    // Only the pages of the sign-in read it.
    extraParams: ['domain_hint'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    enabledJWA: {
      idTokenSigningAlgValues: signing,
      authorizationSigningAlgValues: signing,
      clientAuthSigningAlgValues: clientAlgorithms,
      dPoPSigningAlgValues: clientAlgorithms,
      requestObjectSigningAlgValues: clientAlgorithms,
    },
    extraClientMetadata: { properties: [settingsName] },
    clientBasedCORS: (_ctx, origin, client) => settingsOf(client).allowedOrigins.includes(origin),
    allowOmittingSingleRegisteredRedirectUri: false,
    // It needs cookies that other sites have sent along; a POST becomes a GET before it gets here.
    enableHttpPostMethods: false,
    cookies: {
      names: cookieNames,
      long: { path, httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    pkce: { required: (_ctx, client) => settingsOf(client).requirePkce },
    rotateRefreshToken: ({ oidc: { client } }) =>
      client !== undefined && settingsOf(client).refreshTokenRotation,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // Without `offline_access` a sign-out ends what was issued, but not what a television was given.
    expiresWithSession: (_ctx, code) => code.kind !== 'DeviceCode' && !code.scopes.has('offline_access'),
    assertJwtClientAuthClaimsAndHeader: assertAssertion,
    findAccount: accountFinder(settings, parts),
    // The engine asks for the claims before it stores a token, so a blocked client leaves none.
    extraTokenClaims: async (ctx, token) => {
      await requireClientAccess(ctx, token, orgId, parts);
      return extraClaims(token);
    },
    loadExistingGrant: (ctx) => grantFor(ctx, orgId, parts),
    renderError,
    fetch: parts.fetch,
    interactions: {
      policy: promptPolicy,
      url: (_ctx, { uid }) => `${path}/interaction/${uid}`,
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      claimsParameter: {
        enabled: true,
        assertClaimsParameter: ({ oidc: { params } }, asked, client) => {
          if (params) narrowClaims(params, asked as Record<string, unknown>, client, claims);
        },
      },
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****', ...devicePages },
      dPoP: { enabled: true },
      jwtResponseModes: { enabled: true },
      introspection: { enabled: true, allowedPolicy: introspectionPolicy(orgId, parts) },
      pushedAuthorizationRequests: { enabled: true },
      // By value alone: the engine has no request_uri of other origins.
      requestObjects: { enabled: true, assertJwtClaimsAndHeader: assertRequestObject },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, client, oneOf) =>
          oneOf?.[0] ?? (isCommandLine(client.clientId) ? ownApiOf(parts.baseUrl()) : undefined),
        useGrantedResource,
        getResourceServerInfo: (ctx, resource, client) => {
          if (isCommandLine(client.clientId) && ctx.oidc.route === 'device_authorization')
            requireApiScopes(ctx);
          return resourceServerOf(client, resource, parts.baseUrl());
        },
      },
      revocation: { enabled: true, allowedPolicy: mayRevoke },
      rpInitiatedLogout: { enabled: true, ...logoutPages },
    },
    ttl: {
      AccessToken: (ctx, _token, client) => withinGrant(ctx, settingsOf(client).accessTokenTtl),
      ClientCredentials: (_ctx, _token, client) => settingsOf(client).accessTokenTtl,
      AuthorizationCode: minute,
      DeviceCode: 10 * minute,
      // Longer than any refresh token lives from its last use on; without one, than a login and its last access token. Each login
      // has one for each of its clients.
      Grant: (ctx: KoaContextWithOIDC | undefined, _grant, client = ctx?.oidc.client) =>
        (!client || client.grantTypeAllowed('refresh_token') ? 400 : 9) * day,
      IdToken: (ctx, _token, client) => withinGrant(ctx, settingsOf(client).idTokenTtl),
      Interaction: interactionSeconds,
      PushedAuthorizationRequest: minute,
      RefreshToken: (ctx, _token, client) => withinGrant(ctx, settingsOf(client).refreshTokenTtl),
      Session: 7 * day,
    },
  };
}
