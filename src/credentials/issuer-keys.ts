import type * as jose from 'jose';
import { codeAtFirstUse } from '../lib/code-at-first-use.ts';
import { JsonRefusal, parseJson } from '../lib/json.ts';
import type { Jwt } from '../lib/jwt.ts';
import { isObject } from '../lib/object.ts';
import { refusalOfUrl } from '../lib/public-url.ts';
import { type Outgoing, OutgoingFailure } from '../platform/outgoing.ts';

/** The reason why a token is not believed. It is for the tenant's audit log; the caller never sees it. */
export class Distrust extends Error {
  override readonly name = 'Distrust';
}

/** The keys of all issuers that this process has asked for. */
export interface IssuerKeys {
  /**
   * @param token was read with `framed()`
   * @throws {Distrust} unless a key that the issuer publishes has signed the token
   */
  requireSigned(issuer: string, token: Jwt): Promise<void>;
}

/** Asymmetric algorithms only: with a symmetric one, a public key would be enough to sign. `none` is not accepted. */
const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

/** As long a key that an issuer has withdrawn may still be believed. */
const freshMs = 10 * 60_000;
/** An issuer is asked again after this long at the earliest: for a key it did not have, or after it failed. */
const restMs = 30_000;
const timeoutMs = 5_000;
const mostIssuers = 500;
const mostKeys = 100;
const mostBytes = { discovery: 65_536, keys: 262_144 };

type Way = Pick<Outgoing, 'send' | 'mayReach'>;

interface Known {
  findKey: jose.CompactVerifyGetKey;
  /** Whether there is a key set. */
  isThere: () => boolean;
  /** Whether the key set is too old, by a clock that no operator sets. */
  isStale: () => boolean;
  /** Why the last request got no key set. */
  trouble?: Distrust | undefined;
}

type Jose = typeof jose;

const loadJose = codeAtFirstUse(() => import('jose'));

export function issuerKeys(outgoing: Way): IssuerKeys {
  /** The one asked for least recently is the first. */
  const issuers = new Map<string, Known>();

  function knownOf(issuer: string, library: Jose): Known {
    const kept = issuers.get(issuer);
    const known = kept && !kept.isStale() ? kept : newlyKnown(outgoing, issuer, library);
    issuers.delete(issuer);
    issuers.set(issuer, known);
    if (issuers.size > mostIssuers) issuers.delete(issuers.keys().next().value ?? '');
    return known;
  }

  return {
    async requireSigned(issuer, { text, header }) {
      if (!algorithms.includes(String(header['alg'])))
        throw new Distrust('the alg of the token is not supported');
      const library = await loadJose();
      const known = knownOf(issuer, library);
      try {
        await library.compactVerify(text, known.findKey, { algorithms });
      } catch (error) {
        // A fault of ours says nothing about the token.
        if (error instanceof OurFault) throw error.cause;
        if (error instanceof Distrust && !known.isThere())
          throw new Distrust(`the keys of the issuer are not available: ${error.message}`);
        // A Distrust means that newer keys cannot be had, after the keys of before lacked this one.
        if (error instanceof Distrust || error instanceof library.errors.JWKSNoMatchingKey)
          throw new Distrust('the issuer has no key with the kid and alg of the token');
        // Keys come from outside and may be of any kind. A key that jose or the runtime cannot use has not signed the token.
        throw new Distrust('the signature does not match a key of the issuer');
      }
    },
  };
}

/** A request that failed for a reason of ours. */
class OurFault extends Error {}

/**
 * jose keeps the keys, and lets all callers who wait share one request. Its periods run by the clock of the machine, which an
 * operator may set back. So it gets none: ours run by a clock that only goes on.
 */
function newlyKnown(outgoing: Way, issuer: string, library: Jose): Known {
  const address = new URL(discoveryOf(issuer));
  let askedAt = -Infinity;
  let gotAt: number | undefined;
  const ask = async (): Promise<Response> => {
    const now = performance.now();
    if (now - askedAt < restMs && (known.trouble || gotAt !== undefined))
      throw known.trouble ?? new Distrust('the last request was a moment ago');
    askedAt = now;
    known.trouble = undefined;
    try {
      const keys = await fetchKeys(outgoing, issuer);
      gotAt = now;
      return Response.json(keys);
    } catch (error) {
      if (!(error instanceof Distrust)) throw new OurFault('the keys cannot be fetched', { cause: error });
      known.trouble = error;
      throw error;
    }
  };
  const terms = { cacheMaxAge: Infinity, cooldownDuration: Infinity, [library.customFetch]: ask };
  const kept = library.createRemoteJWKSet(address, terms);
  const known: Known = {
    isThere: () => kept.fresh,
    async findKey(header, token) {
      try {
        return await kept(header, token);
      } catch (error) {
        if (!(error instanceof library.errors.JWKSNoMatchingKey)) throw error;
        await kept.reload();
        return kept(header, token);
      }
    },
    isStale: () => gotAt !== undefined && performance.now() - gotAt >= freshMs,
  };
  return known;
}

const discoveryOf = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

/** OpenID Connect Discovery 1.0 section 4. The discovery document is read each time: an issuer may move its keys. */
async function fetchKeys(outgoing: Way, issuer: string): Promise<jose.JSONWebKeySet> {
  const discovery = await fetchJson(outgoing, discoveryOf(issuer), 'discovery document', mostBytes.discovery);
  // Otherwise the author of one page of a host could speak for all issuers on it (section 4.3).
  if (discovery['issuer'] !== issuer) throw new Distrust('the discovery document names another issuer');
  const uri = discovery['jwks_uri'];
  if (typeof uri !== 'string' || refusalOfUrl(uri, outgoing.mayReach) !== undefined)
    throw new Distrust('the service may not call the jwks_uri');
  const { keys } = await fetchJson(outgoing, uri, 'key set', mostBytes.keys);
  if (Array.isArray(keys) && keys.length <= mostKeys && keys.every(isObject)) return { keys };
  throw new Distrust('the key set is not valid');
}

async function fetchJson(
  { send }: Way,
  url: string,
  what: string,
  bytes: number,
): Promise<Record<string, unknown>> {
  try {
    const headers = { accept: 'application/json', 'user-agent': 'Keyward/1' };
    const limits = { timeoutMs, maximumBytes: bytes, keepBytes: bytes };
    const { status, body } = await send(url, { method: 'GET', headers, ...limits });
    if (status !== 200)
      throw new Distrust(
        `the request for the ${what} got the status ${status}, and redirects are not followed`,
      );
    const value = parseJson(Buffer.from(body));
    if (isObject(value)) return value;
  } catch (error) {
    if (error instanceof OutgoingFailure)
      throw new Distrust(`the request for the ${what} failed: ${error.code}`);
    if (!(error instanceof JsonRefusal)) throw error;
  }
  throw new Distrust(`the ${what} is not a JSON object`);
}
