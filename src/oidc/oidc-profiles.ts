import type { GrantType, OidcClientSettings } from './entities/oidc-client.ts';
import { invalid } from '../failure.ts';

/**
 * The settings that the FAPI 2.0 Security Profile requires, by section. The other requirements on a server hold
 * for every client. The only response type is `code`, and PKCE has S256 alone. Codes last 60 s and are used
 * once. Each answer has `iss`, redirects use 303 instead of 307, and redirect URIs match exactly.
 */
const fapi = {
  // 5.3.2.1: confidential clients alone, which authenticate with a key.
  tokenEndpointAuthMethod: 'private_key_jwt',
  // 5.3.2.1: the issuer as text is the one audience of assertions.
  requireIssuerAudience: true,
  // 5.3.2.1: tokens are bound to a key of the client.
  dpopBoundAccessTokens: true,
  // 5.3.2.1: no rotation of refresh tokens, which are bound to the client.
  refreshTokenRotation: false,
  // 5.3.2.2.
  requirePushedAuthorizationRequests: true,
  requirePkce: true,
  // 5.4.1: PS256, ES256 and EdDSA alone.
  idTokenSignedResponseAlg: 'ES256',
  accessTokenSigningAlg: 'ES256',
} as const satisfies Partial<OidcClientSettings>;

type Fixed = keyof typeof fapi;

/** Grants for which FAPI 2.0 says how they are held to it. */
const fapiGrants: readonly GrantType[] = ['authorization_code', 'refresh_token', 'client_credentials'];

/**
 * Returns the settings that a profile adds where a request does not set them. {@link requireProfile} judges the
 * settings of the request itself.
 * @param profile the one that the request sets; null and undefined set nothing
 */
export function ofProfile(
  profile: OidcClientSettings['profile'] | undefined,
  said: Partial<OidcClientSettings>,
): Partial<Pick<OidcClientSettings, Fixed>> {
  if (profile !== 'FAPI2') return {};
  const unsaid = Object.entries(fapi).filter(([name]) => said[name as Fixed] === undefined);
  return Object.fromEntries(unsaid);
}

/**
 * @param profile the one that the client is held to, if not its own
 * @throws {Failure} VALIDATION_ERROR, naming the setting that contradicts the profile
 */
export function requireProfile(client: OidcClientSettings, profile = client.profile): void {
  if (profile !== 'FAPI2') return;
  const because = 'for profile FAPI2';
  if (client.applicationType !== 'web' && client.applicationType !== 'machine')
    throw invalid('profile', `must be null for applicationType ${client.applicationType}: FAPI2 needs a key`);
  for (const [name, value] of Object.entries(fapi))
    if (client[name as Fixed] !== value) throw invalid(name, `must be ${value} ${because}`);
  for (const [at, grant] of client.grantTypes.entries())
    if (!fapiGrants.includes(grant))
      throw invalid(`grantTypes.${at}`, `must be one of ${fapiGrants.join(', ')} ${because}`);
  for (const [field, uris] of Object.entries({
    redirectUris: client.redirectUris,
    postLogoutRedirectUris: client.postLogoutRedirectUris,
  }))
    for (const [at, uri] of uris.entries())
      if (!uri.startsWith('https:')) throw invalid(`${field}.${at}`, `must be https ${because}`);
  for (const [at, { kty, alg }] of (client.jwks?.keys ?? []).entries())
    if (isRefused(kty, alg)) throw invalid(`jwks.keys.${at}.alg`, `must be PS256, ES256 or EdDSA ${because}`);
}

/** Whether a key names an algorithm that the profile does not have; one without `alg` is judged when it signs. */
const isRefused = (kty: unknown, alg: unknown): boolean => {
  const allowed = kty === 'OKP' ? ['EdDSA', 'Ed25519'] : ['PS256', 'ES256'];
  return alg !== undefined && !allowed.some((one) => one === alg);
};
