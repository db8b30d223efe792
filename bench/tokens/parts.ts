// Parts that the benches of the OpenID Connect provider share: a client, and parts of the engine without a
// service.
import { Failure } from '../../src/failure.ts';
import { hash } from 'node:crypto';
import { newKeys } from '../../src/oidc/signing-keys.ts';
import { machineTokenKeeper, tokenKeeper } from '../../src/oidc/engine/adapter.ts';
import type { EngineParts, TenantSettings } from '../../src/oidc/engine/parts.ts';
import type { OidcClientRow } from '../../src/oidc/sql/oidc-clients.ts';

export const secret = 'a-secret-that-only-the-bench-knows';
const nothing = (): Promise<never> => Promise.reject(new Error('there is nothing of this in the bench'));

export const clientRow = (clientId: string, accessTokenFormat: 'jwt' | 'opaque'): OidcClientRow => ({
  clientId,
  name: 'Bench',
  logoUri: null,
  clientUri: null,
  status: 'ACTIVE',
  applicationType: 'web',
  redirectUris: ['https://app.example.com/callback'],
  postLogoutRedirectUris: [],
  grantTypes: ['authorization_code', 'client_credentials'],
  scopes: ['openid', 'email'],
  tokenEndpointAuthMethod: 'client_secret_basic',
  idTokenSignedResponseAlg: 'RS256',
  jwks: null,
  jwksUri: null,
  requirePkce: true,
  accessTokenFormat,
  accessTokenSigningAlg: 'ES256',
  accessTokenTtl: 3600,
  idTokenTtl: 3600,
  idTokenClaims: false,
  refreshTokenTtl: 3600,
  refreshTokenRotation: true,
  refreshReuseWindow: 0,
  consentRequired: false,
  allowedOrigins: [],
  backchannelLogoutUri: null,
  subjectType: 'public',
  dpopBoundAccessTokens: false,
  resources: [],
  servedResources: [],
  servedResourcesCopied: false,
  allowedGroups: null,
  requirePushedAuthorizationRequests: false,
  requireSignedRequestObject: false,
  requireIssuerAudience: false,
  profile: null,
  origin: 'ADMINISTRATOR',
  secretHashes: [hash('sha256', secret, 'buffer')],
  updatedAt: new Date(),
  oidcVersion: 1,
});

const settingsWith = (orgId: string, keys: TenantSettings['keys']): TenantSettings => ({
  orgId,
  version: 1,
  keys,
  scopes: [],
  blockedHosts: [],
});

export const newSettings = async (orgId: string): Promise<TenantSettings> =>
  settingsWith(orgId, await newKeys(['RS256', 'ES256']));

/** @param pool what artifacts are kept in, if they are */
export const engineParts = (
  pool: EngineParts['pool'],
  tenants: Partial<EngineParts['tenants']>,
): EngineParts => ({
  pool,
  saveToken: tokenKeeper(pool),
  saveMachineToken: machineTokenKeeper(pool),
  sealer: { seal: (text) => Buffer.from(text), open: (sealed) => sealed.toString() },
  baseUrl: () => 'http://localhost:3000',
  tenants: { ahead: nothing, load: nothing, client: nothing, ...tenants },
  login: nothing,
  judge: nothing,
  endLogin: nothing,
  logoutDue: nothing,
  trail: { endFamily: nothing, decideDevice: nothing },
  fetch: nothing,
  isBlocked: () => Promise.resolve(false),
  failed: (error) => {
    process.stderr.write(`${String(error)}\n`);
    return new Failure('INTERNAL_ERROR');
  },
});
