import type { OidcClient as OidcClientBody, OidcClientWithSecret } from '../../generated/types/types.gen.ts';
import type { OidcClient } from '../entities/oidc-client.ts';
import { responseTypesOf } from '../lib/response-type.ts';

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** @param now a secret whose time of grace is over is not told of any more */
export const viewOidcClient = (client: OidcClient, now: Date): OidcClientBody => ({
  clientId: client.id,
  name: client.name,
  description: client.description,
  logoUri: client.logoUri,
  clientUri: client.clientUri,
  status: client.status,
  applicationType: client.applicationType,
  redirectUris: client.redirectUris,
  postLogoutRedirectUris: client.postLogoutRedirectUris,
  grantTypes: client.grantTypes,
  responseTypes: responseTypesOf(client.grantTypes),
  scopes: client.scopes,
  tokenEndpointAuthMethod: client.tokenEndpointAuthMethod,
  idTokenSignedResponseAlg: client.idTokenSignedResponseAlg,
  jwks: client.jwks as OidcClientBody['jwks'],
  jwksUri: client.jwksUri,
  requirePkce: client.requirePkce,
  accessTokenFormat: client.accessTokenFormat,
  accessTokenTtl: client.accessTokenTtl,
  idTokenTtl: client.idTokenTtl,
  refreshTokenTtl: client.refreshTokenTtl,
  refreshTokenRotation: client.refreshTokenRotation,
  refreshReuseWindow: client.refreshReuseWindow,
  consentRequired: client.consentRequired,
  allowedOrigins: client.allowedOrigins,
  backchannelLogoutUri: client.backchannelLogoutUri,
  subjectType: client.subjectType,
  dpopBoundAccessTokens: client.dpopBoundAccessTokens,
  resources: client.resources,
  allowedGroups: client.allowedGroups,
  secretRotatedAt: iso(client.secretRotatedAt),
  previousSecretExpiresAt: iso(client.secretGraceAt(now)),
  createdAt: client.createdAt.toISOString(),
  updatedAt: client.updatedAt.toISOString(),
  createdBy: client.createdBy,
});

export const viewOidcClientWithSecret = (
  client: OidcClient,
  now: Date,
  clientSecret: string | null,
): OidcClientWithSecret => ({ ...viewOidcClient(client, now), clientSecret });
