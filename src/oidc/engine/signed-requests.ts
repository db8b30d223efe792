import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { type FrameFault, frameFault, type JwtKind, readJwt } from '../../lib/jwt.ts';
import { fapiAlgorithms, settingsOf } from './clients.ts';

/** Claims or header of a JWT that a client signed. */
type Members = Readonly<Record<string, unknown>>;

/** Longer assertions could be stolen and kept (security.md section 3). In seconds. */
const assertionSeconds = 300;
/** Longer request objects could be replayed (FAPI 2.0 Message Signing section 5.3.1). In seconds. */
const requestSeconds = 3600;
/** How far the clock of a client may be ahead of ours, in seconds. The engine allows as much. */
const skewSeconds = 15;
/** How far the clock may be ahead at most under the profile `FAPI2` (FAPI 2.0 section 5.3.2.1), in seconds. */
const fapiSkewSeconds = 60;

/**
 * Judges an assertion of a client after the engine has verified it (RFC 7523).
 *
 * Replaces the engine's own `assertJwtClientAuthClaimsAndHeader`. In the version that `patches.ts` names, that one only asks
 * for an audience of the issuer alone with FAPI 2.0, which is asked below. Before it is called, the engine has checked `iss`,
 * `exp`, `jti`, the signature, and that one audience is ours.
 * @throws {errors.InvalidClientAuth}
 */
export function assertAssertion(
  ctx: KoaContextWithOIDC,
  claims: Members,
  header: Members,
  client: Client,
): void {
  const refuse = (why: string): never => {
    throw new errors.InvalidClientAuth(why);
  };
  requireFrame(ctx.oidc.params?.['client_assertion'], 'client assertion', refuse);
  const { requireIssuerAudience, profile } = settingsOf(client);
  const { iat, exp, aud } = claims;
  if (typeof iat !== 'number' || typeof exp !== 'number' || exp - iat > assertionSeconds)
    return refuse('the assertion must have iat and exp, and exp at most five minutes after iat');
  // An assertion that is dated tomorrow could be kept until then.
  if (secondsUntil(ctx, exp) - skewSeconds > assertionSeconds)
    refuse('exp of the assertion must be at most five minutes from now');
  // A recipient that is named beside us could present the assertion here (RFC 7523 section 3).
  const ours = ctx.oidc.clientJwtAuthExpectedAudience();
  if ([aud].flat().some((one) => typeof one !== 'string' || !ours.has(one)))
    refuse('aud of the assertion must name this provider alone');
  if (requireIssuerAudience && aud !== ctx.oidc.issuer)
    refuse('aud of the assertion must be the issuer, as one string');
  if (profile !== 'FAPI2') return;
  requireFapiTimes(ctx, claims, refuse);
  requireFapiAlgorithm(header, refuse);
  // The engine accepts the same algorithms of every client; only here is the client known before a proof is used.
  const proof = ctx.get('dpop');
  if (proof !== '') requireFapiAlgorithm(readJwt(proof)?.header ?? {}, refuse);
}

/**
 * Judges a request object (RFC 9101) beyond what the engine checks: `iss`, `exp`, `nbf`, that `aud` is the issuer or a list with it, that
 * `client_id` and `response_type` are those outside, and the signature.
 *
 * Replaces the engine's own `assertJwtClaimsAndHeader`. In the version that `patches.ts` names, that one asks for `exp`,
 * `aud` and `nbf`, and for an hour at most, with FAPI.
 * @throws {errors.InvalidRequestObject}
 */
export function assertRequestObject(
  ctx: KoaContextWithOIDC,
  claims: Members,
  header: Members,
  client: Client,
): void {
  // A pushed request is stored as a request object. Either the engine itself wrote it, or it was judged when it was
  // pushed.
  if ('PushedAuthorizationRequest' in ctx.oidc.entities) return;
  const refuse = (why: string): never => {
    throw new errors.InvalidRequestObject(why);
  };
  if (ctx.oidc.route === 'device_authorization')
    refuse('a device authorization request must not have a request object');
  requireFrame(ctx.oidc.params?.['request'], 'request object', refuse);
  // With it, an assertion of the client would do as a request object, and the other way round (RFC 9101 section 10.8).
  if (claims['sub'] !== undefined) refuse('a request object must not have the claim sub');
  const { exp, nbf } = claims;
  if (typeof exp !== 'number' || secondsUntil(ctx, exp) - skewSeconds > requestSeconds)
    return refuse('exp is required, and must be at most an hour from now');
  // Postgres keeps no NUL, and an address cannot have one.
  if (JSON.stringify(claims).includes(String.raw`\u0000`))
    refuse('a parameter must not have a NUL character');
  if (settingsOf(client).profile !== 'FAPI2') return;
  if (typeof nbf !== 'number' || exp - nbf > requestSeconds)
    refuse('nbf is required, and exp must be at most an hour after nbf');
  requireFapiTimes(ctx, claims, refuse);
  requireFapiAlgorithm(header, refuse);
}

const frameRules: Readonly<Record<FrameFault, string>> = {
  form: 'must be a signed JWT in compact form, in base64url without padding',
  crit: 'must not have the header crit',
  typ: 'must have the typ of its kind, JWT, or none',
};

/** Checks the frame of what a client signed. The engine has verified the signature, or does so after this. */
function requireFrame(presented: unknown, kind: JwtKind, refuse: (why: string) => void): void {
  const fault = frameFault(String(presented), kind);
  if (fault) refuse(`the ${kind} ${frameRules[fault]}`);
}

/** By the engine's clock, with which it judges `exp` itself. */
const secondsUntil = ({ oidc: { provider } }: KoaContextWithOIDC, time: number): number =>
  Object.assign(new provider.BaseToken(), { exp: time }).remainingTTL;

/** FAPI 2.0 section 5.3.2.1: a token of more than a minute from now is refused. */
function requireFapiTimes(
  ctx: KoaContextWithOIDC,
  { iat, nbf }: Members,
  refuse: (why: string) => void,
): void {
  for (const time of [iat, nbf])
    if (typeof time === 'number' && secondsUntil(ctx, time) > fapiSkewSeconds)
      refuse('iat and nbf must not be in the future');
}

/** FAPI 2.0 section 5.4.1. */
function requireFapiAlgorithm({ alg }: Members, refuse: (why: string) => void): void {
  if (!fapiAlgorithms.some((one) => one === alg))
    refuse(`alg must be one of ${fapiAlgorithms.join(', ')} for the profile FAPI2`);
}
