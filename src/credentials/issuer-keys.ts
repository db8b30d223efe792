import { compactVerify, createLocalJWKSet, errors } from 'jose';
import { JsonRefusal, parseJson } from '../lib/json.ts';
import type { Jwt } from '../lib/jwt.ts';
import { isObject } from '../lib/object.ts';
import { refusalOfUrl } from '../lib/public-url.ts';
import { type Remembered, remembered } from '../lib/remembered.ts';
import { type Outgoing, OutgoingFailure } from '../platform/outgoing.ts';

/** Why a token is not believed; a sentence for the tenant's audit log, never for whoever presented it. */
export class Distrust extends Error {
  override readonly name = 'Distrust';
}

/** The keys of all issuers that this process has asked for. */
export interface IssuerKeys {
  /** @throws {Distrust} unless a key that the issuer publishes has signed the token */
  requireSigned(issuer: string, token: Jwt): Promise<void>;
}

/** Nothing symmetric, with which whoever knows a public key could sign, and never `none`. */
const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

/** As long a key that an issuer has withdrawn may still be believed. */
const freshMs = 10 * 60_000;
/** An issuer is asked again after this long at the earliest: for a key it did not have, or after it failed. */
const restMs = 30_000;
const timeoutMs = 5_000;
const mostIssuers = 500;
const mostKeys = 100;
const mostBytes = { discovery: 65_536, keys: 262_144 };

type FindKey = ReturnType<typeof createLocalJWKSet>;
type Way = Pick<Outgoing, 'send' | 'mayReach'>;

interface Known {
  keys: Remembered<FindKey>;
  /** Why there was no answer the last time. */
  trouble: string;
}

/** @param clock in milliseconds; only for how long something is remembered */
export function issuerKeys(outgoing: Way, clock: () => number = () => performance.now()): IssuerKeys {
  /** The one asked for least recently is the first. */
  const issuers = new Map<string, Known>();

  function knownOf(issuer: string): Known {
    const known = issuers.get(issuer) ?? newlyKnown(issuer);
    issuers.delete(issuer);
    issuers.set(issuer, known);
    if (issuers.size > mostIssuers) issuers.delete(issuers.keys().next().value ?? '');
    return known;
  }

  function newlyKnown(issuer: string): Known {
    const ask = () => fetchKeys(outgoing, issuer);
    return { keys: remembered(ask, { keptMs: freshMs, restMs, clock }), trouble: '' };
  }

  async function renew(known: Known): Promise<void> {
    try {
      await known.keys.renew();
    } catch (error) {
      if (!(error instanceof Distrust)) throw error;
      known.trouble = error.message;
    }
  }

  return {
    async requireSigned(issuer, token) {
      const known = knownOf(issuer);
      if (!known.keys.fresh()) await renew(known);
      const before = known.keys.fresh();
      if (!before) throw new Distrust(`the issuer’s keys cannot be had: ${known.trouble}`);
      if (await verifies(token, before)) return;
      await renew(known);
      const after = known.keys.fresh();
      if (!after || after === before || !(await verifies(token, after)))
        throw new Distrust('the issuer has no key with the kid and alg of the token');
    },
  };
}

/**
 * @returns false when the issuer has no such key, as when it has a new one since
 * @throws {Distrust} when a key is there and has not signed it
 */
async function verifies({ text, header }: Jwt, findKey: FindKey): Promise<boolean> {
  if (!algorithms.includes(String(header['alg']))) throw new Distrust('the alg of the token is not accepted');
  if (header['crit'] !== undefined) throw new Distrust('the token has a crit header');
  try {
    await compactVerify(text, findKey, { algorithms });
    return true;
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return false;
    // Keys of all kinds come from outside: whatever jose or the runtime cannot do with one, it has not signed.
    throw new Distrust('the signature is not one of the issuer’s keys');
  }
}

/** OpenID Connect Discovery 1.0 section 4. */
async function fetchKeys(outgoing: Way, issuer: string): Promise<FindKey> {
  const where = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const discovery = await fetchJson(outgoing, where, 'discovery document', mostBytes.discovery);
  // Else whoever may write one page of a host could speak for all issuers on it (section 4.3).
  if (discovery['issuer'] !== issuer) throw new Distrust('its discovery document names another issuer');
  const uri = discovery['jwks_uri'];
  if (typeof uri !== 'string' || refusalOfUrl(uri, outgoing.mayReach) !== undefined)
    throw new Distrust('its jwks_uri may not be called');
  const { keys } = await fetchJson(outgoing, uri, 'key set', mostBytes.keys);
  if (!Array.isArray(keys) || keys.length > mostKeys) throw new Distrust('its key set cannot be read');
  try {
    return createLocalJWKSet({ keys });
  } catch {
    throw new Distrust('its key set cannot be read');
  }
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
    if (status !== 200) throw new Distrust(`its ${what} answered ${status}, and redirects are not followed`);
    const value = parseJson(Buffer.from(body));
    if (isObject(value)) return value;
  } catch (error) {
    if (error instanceof OutgoingFailure) throw new Distrust(`its ${what}: ${error.code}`);
    if (!(error instanceof JsonRefusal)) throw error;
  }
  throw new Distrust(`its ${what} cannot be read`);
}
