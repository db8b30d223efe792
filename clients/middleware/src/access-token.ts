import type { KeywardCaller } from './caller.ts';
import type { Claims } from './claims.ts';
import { type Denial, deny, type Judgement } from './decision.ts';
import { introspected } from './introspection.ts';
import { discover } from './issuer.ts';
import { kept } from './kept.ts';
import type { AccessTokenOptions } from './options.ts';
import { isSigned, keysOf, signedClaims } from './signed-token.ts';

/**
 * Returns a function that judges access tokens of one issuer for one API. It rejects if no judgement is possible, such as when the
 * issuer cannot be reached.
 */
export function accessTokenJudge(
  { issuer, audience, introspection }: AccessTokenOptions,
  scopes: readonly string[],
  { timeoutMs = 5_000 }: { timeoutMs?: number | undefined },
): (token: string) => Promise<Judgement> {
  const discovered = kept(() => discover(issuer, timeoutMs));
  const keys = kept(async () => keysOf(await discovered(), timeoutMs));
  const claimsOf = async (token: string): Promise<Claims | undefined> => {
    if (isSigned(token)) return signedClaims(token, await keys(), { issuer, audience });
    return introspection && introspected(token, await discovered(), { introspection, timeoutMs });
  };
  return async (token) => {
    const claims = await claimsOf(token);
    const caller = claims && callerOf(claims, { issuer, audience });
    if (!caller) return invalid();
    const { scopes: granted } = caller.credential;
    if (scopes.every((scope) => granted.includes(scope))) return { allowed: true, caller };
    return deny({
      status: 403,
      code: 'INSUFFICIENT_SCOPE',
      message: 'The access token lacks a scope that this request requires',
      bearer: 'insufficient_scope',
      scopes,
    });
  };
}

/** The end of time that `Date` knows, in seconds. */
const lastSecond = 8.64e12;

/** Returns the caller of a token, and undefined if the token is not one for this API. */
function callerOf(
  claims: Claims,
  { issuer, audience }: { issuer: string; audience: string },
): KeywardCaller | undefined {
  const { iss, aud, sub, client_id: clientId, scope = '', exp, jti, cnf } = claims;
  if (iss !== issuer || ![aud].flat().includes(audience)) return undefined;
  if (typeof sub !== 'string' || typeof clientId !== 'string' || typeof scope !== 'string') return undefined;
  if (typeof exp !== 'number' || !(exp * 1000 > Date.now() && exp <= lastSecond)) return undefined;
  // A token that is bound to a key of its client is worth nothing without a proof (RFC 9449, RFC 8705).
  if (cnf !== undefined) return undefined;
  return {
    kind: 'ACCESS_TOKEN',
    identity: {
      id: sub,
      name: null,
      type: sub === clientId ? 'CLIENT' : 'USER',
      tags: [],
      riskScore: null,
    },
    credential: {
      id: typeof jti === 'string' ? jti : null,
      name: null,
      scopes: scope.split(' ').filter(Boolean),
      expiresAt: new Date(exp * 1000).toISOString(),
      clientId,
      gracePeriod: false,
    },
    limits: { remainingUses: null },
  };
}

const invalid = (): Denial =>
  deny({
    status: 401,
    code: 'INVALID_TOKEN',
    message: 'The access token is not valid for this API',
    bearer: 'invalid_token',
  });
