import { Failure, type FailureCode } from '../failure.ts';
import { cut } from '../lib/cut.ts';
import { isLoopbackHost } from '../lib/loopback-host.ts';
import { isObject } from '../lib/object.ts';
import { withoutDisguise } from '../lib/shown-text.ts';
import type { AuthMethod, GrantType, OidcClientSettings } from './entities/oidc-client.ts';
import { namesHost } from './document-setting.ts';
import { requireSound, types, usualReuseWindow, type Way } from './oidc-client-rules.ts';
import { nameFrom } from './oidc-clients.ts';
import { tellsSecret } from './public-jwk.ts';
import type { RegistrationRules } from './registration-rules.ts';
import { strangerGrants, strangerLifetimes, strangerScopes, strangerSettings } from './strangers.ts';

type Sent<Value> = Value | null | undefined;

/** Metadata that a client sends of itself (RFC 7591 section 2). The contract has checked the types of these fields. */
export interface ClientMetadata {
  redirect_uris?: Sent<string[]>;
  client_name?: Sent<string>;
  client_uri?: Sent<string>;
  application_type?: Sent<string>;
  grant_types?: Sent<string[]>;
  response_types?: Sent<string[]>;
  token_endpoint_auth_method?: Sent<string>;
  scope?: Sent<string>;
  jwks?: Sent<Record<string, unknown>>;
  jwks_uri?: Sent<string>;
  id_token_signed_response_alg?: Sent<string>;
  dpop_bound_access_tokens?: Sent<boolean>;
  software_statement?: Sent<string>;
  client_id?: Sent<string>;
  client_secret?: Sent<string>;
}

/** The refusal of one field (RFC 7591 section 3.2.2). */
const refusal = (field: string, allowed: string, code: FailureCode = 'INVALID_CLIENT_METADATA'): Failure =>
  new Failure(code, { [field]: allowed });

/**
 * Reads the metadata of a client (RFC 7591 section 2, OpenID Connect Dynamic Client Registration section 2). A value that a stranger
 * may not have is replaced by one that it may have, if the client still works with it.
 * @throws {Failure} INVALID_REDIRECT_URI, INVALID_CLIENT_METADATA, SOFTWARE_STATEMENT_REFUSED
 */
export function settingsFrom(
  metadata: ClientMetadata,
  rules: RegistrationRules,
  way: Way,
): OidcClientSettings {
  if (typeof metadata.software_statement === 'string') throw new Failure('SOFTWARE_STATEMENT_REFUSED');
  const redirectUris = redirectsFrom(metadata, rules);
  const applicationType = typeFrom(metadata, rules, redirectUris);
  const tokenEndpointAuthMethod = methodFrom(metadata, rules, applicationType);
  const dpopBoundAccessTokens = metadata.dpop_bound_access_tokens ?? false;
  const settings: OidcClientSettings = {
    ...strangerSettings(),
    name: nameOf(metadata, redirectUris),
    description: null,
    // A browser would fetch it from the stranger before the user has let the client in.
    logoUri: null,
    clientUri: metadata.client_uri ?? null,
    status: 'ACTIVE',
    applicationType,
    redirectUris,
    grantTypes: grantsFrom(metadata),
    scopes: scopesFrom(metadata, rules),
    tokenEndpointAuthMethod,
    idTokenSignedResponseAlg: algorithmFrom(metadata),
    jwks: jwksFrom(metadata),
    jwksUri: metadata.jwks_uri ?? null,
    accessTokenTtl: Math.min(rules.accessTokenTtl, strangerLifetimes.accessTokenTtl),
    refreshTokenTtl: Math.min(rules.refreshTokenTtl, strangerLifetimes.refreshTokenTtl),
    dpopBoundAccessTokens,
    refreshReuseWindow: usualReuseWindow({ tokenEndpointAuthMethod, dpopBoundAccessTokens }),
  };
  requireResponse(metadata);
  requireSoundMetadata(settings, way);
  return settings;
}

/** The rules of all clients. Their refusals name our fields, and these metadata have the names of RFC 7591. */
function requireSoundMetadata(settings: OidcClientSettings, way: Way): void {
  try {
    requireSound(settings, way);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const code = error.code === 'INVALID_REDIRECT_URI' ? error.code : 'INVALID_CLIENT_METADATA';
    const details = Object.entries(error.details).map(([field, allowed]) => [snakeCase(field), allowed]);
    throw new Failure(code, Object.fromEntries(details), error);
  }
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function nameOf({ client_name: sent }: ClientMetadata, redirectUris: readonly string[]): string {
  return cut(withoutDisguise(sent ?? '').trim(), 100).trim() || nameFrom(redirectUris[0]);
}

function redirectsFrom(
  { redirect_uris: sent }: ClientMetadata,
  { loopbackRedirects, redirectHosts }: RegistrationRules,
): string[] {
  const uris = [...new Set(sent ?? [])];
  const refused = (at: number, allowed: string): Failure =>
    refusal(`redirect_uris.${at}`, allowed, 'INVALID_REDIRECT_URI');
  if (uris.length === 0) throw refusal('redirect_uris', 'must have a redirect URI', 'INVALID_REDIRECT_URI');
  for (const [at, uri] of uris.entries()) {
    const url = URL.parse(uri);
    if (!url) throw refused(at, 'must be an absolute URL');
    if (isOnDevice(url) && !loopbackRedirects)
      throw refused(at, 'must be https: this organization sends users to no program on their device');
    if (!isOnDevice(url) && redirectHosts?.every((entry) => !namesHost(entry, url.host)))
      throw refused(at, 'must have a host that the organization allows for registered clients');
  }
  return uris;
}

/** Whether a redirect leads to a program on the device of the user: by a loopback address, or by a scheme of the program. */
const isOnDevice = (url: URL): boolean => url.protocol !== 'https:' || isLoopbackHost(url);

/** A program on a device is `native` even if it says otherwise, so that its users are asked at each sign-in (RFC 8252 section 8.6). */
function typeFrom(
  { application_type: sent }: ClientMetadata,
  { applicationTypes }: RegistrationRules,
  redirectUris: readonly string[],
): 'web' | 'native' {
  const isOfTheWeb = redirectUris.every((uri) => !isOnDevice(new URL(uri)));
  const type = isOfTheWeb && sent !== 'native' ? 'web' : 'native';
  if (!applicationTypes.includes(type))
    throw refusal('application_type', `must be ${applicationTypes.join(' or ')} with this token`);
  return type;
}

/**
 * Without `token_endpoint_auth_method`, RFC 7591 means `client_secret_basic`. A secret that a client may not have is replaced by none, and a
 * program on a device keeps no secret.
 */
function methodFrom(
  { token_endpoint_auth_method: sent }: ClientMetadata,
  { authMethods }: RegistrationRules,
  applicationType: 'web' | 'native',
): AuthMethod {
  const possible = authMethods.filter((one) => types[applicationType].methods.includes(one));
  const asked = sent ?? 'client_secret_basic';
  const wanted = asked.startsWith('client_secret_') ? ['client_secret_basic', 'none'] : [asked];
  const found = wanted.flatMap((one) => possible.filter((method) => method === one)).at(0);
  if (found === undefined)
    throw refusal(
      'token_endpoint_auth_method',
      `must be one that this registration can have: ${possible.join(', ') || 'there is none'}`,
    );
  return found;
}

/** Grants that a client of a stranger does not get are left out. */
function grantsFrom({ grant_types: sent }: ClientMetadata): GrantType[] {
  const asked: readonly string[] = sent ?? ['authorization_code'];
  if (!asked.includes('authorization_code')) throw refusal('grant_types', 'must have authorization_code');
  return strangerGrants.filter((grant) => asked.includes(grant));
}

function requireResponse({ response_types: sent }: ClientMetadata): void {
  if (sent && !sent.includes('code')) throw refusal('response_types', 'must have code');
}

/** Unknown scopes are left out, as at each request for them. */
function scopesFrom({ scope: sent }: ClientMetadata, { scopes }: RegistrationRules): string[] {
  const offered: readonly string[] = strangerScopes.filter((one) => scopes?.includes(one) ?? true);
  const asked = sent === undefined || sent === null ? offered : sent.split(' ');
  return offered.filter((one) => asked.includes(one));
}

function algorithmFrom({ id_token_signed_response_alg: sent }: ClientMetadata): 'RS256' | 'ES256' {
  const algorithm = sent ?? 'RS256';
  if (algorithm !== 'RS256' && algorithm !== 'ES256')
    throw refusal('id_token_signed_response_alg', 'must be RS256 or ES256');
  return algorithm;
}

/** The members of a public key that are kept (RFC 7517 section 4, RFC 7518 section 6, RFC 8037 section 2). */
const publicMembers = ['kty', 'use', 'alg', 'kid', 'n', 'e', 'crv', 'x', 'y'] as const;

const mostKeys = 20;
/** The modulus of an RSA key of 8192 bits. */
const mostOfAMember = 2_048;

function jwksFrom({ jwks: sent }: ClientMetadata): OidcClientSettings['jwks'] {
  if (sent === undefined || sent === null) return null;
  const { keys } = sent;
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > mostKeys)
    throw refusal('jwks', `must have keys, from 1 to ${mostKeys}`);
  return { keys: keys.map((key, at) => publicKeyFrom(key, `jwks.keys.${at}`)) };
}

function publicKeyFrom(key: unknown, field: string): Record<string, unknown> {
  if (!isObject(key)) throw refusal(field, 'must be a public key');
  if (tellsSecret(key))
    throw refusal(field, 'must be a public key, without members that are private or symmetric');
  const kept = publicMembers.flatMap((name) => {
    const value = Object.hasOwn(key, name) ? key[name] : undefined;
    if (value === undefined) return [];
    if (typeof value !== 'string' || value.length > mostOfAMember)
      throw refusal(`${field}.${name}`, 'must be a text');
    return [[name, value] as const];
  });
  return Object.fromEntries(kept);
}
