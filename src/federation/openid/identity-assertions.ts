// Identity assertions of identity providers (draft-ietf-oauth-identity-assertion-authz-grant-03).
import type { Jwt } from '../../lib/jwt.ts';
import { isObject } from '../../lib/object.ts';
import { nameIn, skewSeconds } from './upstream-jwts.ts';

/** The rights that an assertion gives its client, and how long it may be used. */
export interface AssertionTerms {
  jti: string;
  /** Seconds since 1970, without the tolerance for clocks. */
  expiresAt: number;
  /** The scopes that the identity provider allows; undefined if it leaves them to this server. */
  scopes: readonly string[] | undefined;
  /** The resources that it allows (RFC 8707); undefined if it leaves them to this server. */
  resources: readonly string[] | undefined;
  /** The thumbprint of the key that the client must prove (RFC 9449 section 6.1). */
  jkt: string | undefined;
}

/** The values that an assertion must fit. */
export interface ExpectedAssertion {
  /** The issuer of the connection. */
  issuer: string;
  /** The issuer of the tenant. */
  audience: string;
  /** The client that has authenticated. */
  clientId: string;
  now: Date;
}

/** Longer assertions could be stolen and kept. The draft has an example of 1,000 seconds. In seconds. */
const mostSeconds = 3_600;
const mostResources = 20;
const longestScope = 2_000;

/** The scopes of RFC 6749 section 3.3. */
const scopeSyntax = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** Claims that narrow what an assertion gives, in ways that this server does not know. Without them, it would give more. */
const unknownLimits = ['authorization_details', 'tenant'] as const;

/**
 * Holds the claims of an assertion against the connection and the client (section 4.4.1 of the draft, and RFC 7523 section 3). It does not
 * verify the signature: a wrong assertion costs no key.
 * @returns a text that says what is wrong
 */
export function termsOf({ claims }: Jwt, expected: ExpectedAssertion): AssertionTerms | string {
  const { iss, aud, client_id: clientId, scope, resource, cnf } = claims;
  if (iss !== expected.issuer) return 'has another iss than the connection';
  // An assertion that another server takes, too, could be presented here by that server.
  if (![aud].flat().every((one) => one === expected.audience) || [aud].flat().length !== 1)
    return `must have the aud ${expected.audience}, and no other`;
  if (clientId !== expected.clientId) return 'has another client_id than the client that presents it';
  const times = timesOf(claims, expected.now.getTime() / 1000);
  if (typeof times === 'string') return times;
  const jti = nameIn(claims['jti']);
  if (jti === null) return 'must have a jti of up to 255 characters';
  if (nameIn(claims['sub']) === null) return 'must have a sub of up to 255 characters';
  const limit = unknownLimits.find((name) => claims[name] !== undefined);
  if (limit !== undefined) return `has the claim ${limit}, which is not supported`;
  if (scope !== undefined && !isScope(scope)) return 'must have a scope as RFC 6749 writes it, or none';
  const resources = resource === undefined ? undefined : [resource].flat();
  if (resources && !isListOfNames(resources))
    return `must have a resource, a list of at most ${mostResources}, or none`;
  const jkt = cnf === undefined ? undefined : jktIn(cnf);
  if (jkt === null) return 'must have a cnf with jkt alone, or none';
  return {
    jti,
    expiresAt: times.expiresAt,
    scopes: scope?.split(' '),
    resources,
    jkt,
  };
}

/** @param now seconds since 1970 */
function timesOf(claims: Jwt['claims'], now: number): { expiresAt: number } | string {
  const { iat, exp, nbf, auth_time: authTime } = claims;
  if (typeof iat !== 'number' || iat > now + skewSeconds) return 'must have an iat that is not in the future';
  if (typeof exp !== 'number' || exp <= now - skewSeconds) return 'must have an exp that is not over';
  if (exp <= iat || exp - iat > mostSeconds)
    return `must have an exp at most ${mostSeconds} seconds after iat`;
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= now + skewSeconds))
    return 'must have an nbf that is over, or none';
  if (authTime !== undefined && !(typeof authTime === 'number' && authTime <= now + skewSeconds))
    return 'must have an auth_time that is not in the future, or none';
  return { expiresAt: exp };
}

const isScope = (scope: unknown): scope is string =>
  typeof scope === 'string' && scope.length <= longestScope && scopeSyntax.test(scope);

const isListOfNames = (list: readonly unknown[]): list is readonly string[] =>
  list.length > 0 && list.length <= mostResources && list.every((one) => nameIn(one) !== null);

/** @returns null for a confirmation that this server cannot verify */
function jktIn(cnf: unknown): string | null {
  if (!isObject(cnf) || Object.keys(cnf).join() !== 'jkt') return null;
  return nameIn(cnf['jkt']);
}
