import { hash } from 'node:crypto';
import { type Client, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isId } from '../../lib/id.ts';
import { readJwt } from '../../lib/jwt.ts';

/** A device asks more often than it may (RFC 8628 section 3.5). */
export class SlowedDown extends errors.OIDCProviderError {
  constructor() {
    super(400, 'slow_down');
    this.error_description = 'the device polls too often; add five seconds to the interval between requests';
  }
}

/**
 * The refusal of a grant, with a description. The engine answers each `invalid_grant` with one text, which helps no client to find out what is
 * wrong with a token of another system.
 */
export class RefusedGrant extends errors.OIDCProviderError {
  constructor(description: string) {
    super(400, 'invalid_grant');
    this.error_description = description;
  }
}

/** The error for a user who guesses the codes of other people's devices. */
export class TooManyTries extends errors.OIDCProviderError {
  constructor() {
    super(429, 'access_denied');
    this.error_description = 'too many wrong user codes; wait ten minutes and try again';
  }
}

/**
 * The refusal of an assertion or a DPoP proof that was used before. The engine names a used proof as a fault of the code or of the access
 * token. RFC 9449 sections 5 and 7.1 want `invalid_dpop_proof`.
 * @param id the name that the engine gives to a proof: a hash of the client and the `jti`
 */
export function usedBefore(id: string, clientId: string): errors.OIDCProviderError {
  const jti: unknown = readJwt(Provider.ctx?.get('dpop') ?? '')?.claims['jti'];
  if (typeof jti === 'string' && hash('sha256', `${clientId}${jti}`, 'base64url') === id)
    return new errors.InvalidDpopProof('the DPoP proof was used before; make a new proof for each request');
  return new errors.InvalidClientAuth('the assertion was used before');
}

/** Codes of ours beside those of RFC 6749 (decisions 6.7): programs that know these alone are answered as they expect. */
const codes: Readonly<Record<string, string>> = {
  invalid_redirect_uri: 'INVALID_REDIRECT_URI',
  unauthorized_client: 'INVALID_GRANT_TYPE',
  unsupported_grant_type: 'INVALID_GRANT_TYPE',
  invalid_client: 'UNAUTHORIZED',
  invalid_token: 'UNAUTHORIZED',
  insufficient_scope: 'INSUFFICIENT_SCOPE',
  server_error: 'INTERNAL_ERROR',
};

const byStatus: Readonly<Record<number, string>> = { 401: 'UNAUTHORIZED', 429: 'RATE_LIMITED' };

/** The response to an error: its status, the word of RFC 6749, and our code. */
export interface Refusal {
  status: number;
  error: string;
  code: string;
  /** Set when an `id_token_hint` is refused at the end of a session; replaces the engine's text. */
  hint?: string;
}

/** The refusal of a request that met an outage of the database. The engine knows only faults. */
export const outage: Refusal = {
  status: 503,
  error: 'temporarily_unavailable',
  code: 'SERVICE_UNAVAILABLE',
};

/** @param error the engine's word for it. By the state of the request, because its texts may change. */
export function refusalOf(ctx: KoaContextWithOIDC, error: string): Refusal {
  const { oidc, status } = ctx;
  const { client } = oidc;
  if (error === 'invalid_request' && authenticates.has(oidc.route) && !client && !isAuthentication(ctx))
    return { status: 401, error: 'invalid_client', code: 'UNAUTHORIZED' };
  if (error === 'invalid_request' && client && !isAddressOf(client, oidc))
    return { status, error, code: 'INVALID_REDIRECT_URI' };
  if (isHintRefused(ctx, error))
    return {
      status: 400,
      error: 'invalid_request',
      code: 'VALIDATION_ERROR',
      hint: 'id_token_hint is not an ID token that this issuer gave to this client. Send one unchanged, or client_id.',
    };
  if (error === 'invalid_client' && !client) {
    // The response is never redirected, because there is no client to send it to. The status is therefore free.
    const shown = oidc.route === 'authorization' || oidc.route.startsWith('end_session');
    return { status: shown ? 404 : status, error, code: 'OIDC_CLIENT_NOT_FOUND' };
  }
  const wanted = oidc.route === 'device_authorization' ? deviceGrant : oidc.params?.['grant_type'];
  const asksForGrant = oidc.route === 'device_authorization' || oidc.route === 'token';
  if (
    asksForGrant &&
    error === 'invalid_request' &&
    client &&
    typeof wanted === 'string' &&
    !client.grantTypeAllowed(wanted)
  )
    return { status: 400, error: 'unauthorized_client', code: 'INVALID_GRANT_TYPE' };
  return { status, error, code: byStatus[status] ?? codes[error] ?? 'VALIDATION_ERROR' };
}

/**
 * Whether a sign-out fails for its `id_token_hint`. The engine names the client only after it has verified the hint. A hint
 * for a client that does not exist says nothing else than that.
 */
function isHintRefused(
  { oidc: { route, params, client, entities } }: KoaContextWithOIDC,
  error: string,
): boolean {
  if (route !== 'end_session' || params?.['id_token_hint'] === undefined || client) return false;
  const hint = entities['IdTokenHint'] as { payload?: { aud?: unknown } } | undefined;
  const aud = hint?.payload?.aud;
  return error !== 'invalid_client' || typeof aud !== 'string' || !isId('cli', aud);
}

/** Where clients authenticate. */
const authenticates: ReadonlySet<string> = new Set([
  'token',
  'introspection',
  'revocation',
  'device_authorization',
  'pushed_authorization_request',
]);

/** Whether clients authenticate at a route of the engine. */
export const isOfClients = (route: string): boolean => authenticates.has(route);

/** Whether a client tried to authenticate in a way that there is: else RFC 6749 section 5.2 wants `invalid_client`. */
function isAuthentication({ oidc: { params }, headers: { authorization } }: KoaContextWithOIDC): boolean {
  const sent = ['client_id', 'client_secret', 'client_assertion'].some(
    (name) => params?.[name] !== undefined,
  );
  return sent || (authorization !== undefined && /^basic /i.test(authorization));
}

/** Whether a client may have people sent where the request says; the engine has no word of its own for it here. */
function isAddressOf(client: Client, { route, params }: KoaContextWithOIDC['oidc']): boolean {
  const { redirect_uri: back, post_logout_redirect_uri: bye } = params ?? {};
  if (route === 'pushed_authorization_request')
    return typeof back !== 'string' || client.redirectUriAllowed(back);
  if (route === 'end_session') return typeof bye !== 'string' || client.postLogoutRedirectUriAllowed(bye);
  return true;
}

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
