// Logout tokens of identity providers (OpenID Connect Back-Channel Logout 1.0).
import { Failure } from '../../failure.ts';
import type { Jwt } from '../../lib/jwt.ts';
import { isObject, ownValue } from '../../lib/object.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import type { ProviderClient } from './provider-client.ts';
import { nameIn, readUpstream, signatureBy, skewSeconds } from './upstream-jwts.ts';

/** The user or the session that a logout token names. At least one of `subject` and `session` is there. */
export interface Logout {
  jti: string;
  /** When the token was issued, in seconds since 1970. */
  issuedAt: number;
  subject: string | null;
  session: string | null;
  /** Whether the token has no `exp`. Only connections of before may send it, for one release. */
  isEndless: boolean;
}

/** A logout token is accepted so long after it was issued. Its `jti` is kept as long. */
export const mostAgeSeconds = 600;
const event = 'http://schemas.openid.net/event/backchannel-logout';

interface Expected {
  issuer: string;
  clientId: string;
  now: Date;
  /** Whether the token may lack `exp`. */
  mayBeEndless: boolean;
}

/** @throws {Failure} VALIDATION_ERROR */
const refused = (reason: string): Failure => new Failure('VALIDATION_ERROR', { logout_token: reason });

/**
 * Reads a logout token and holds its claims against the connection (section 2.6). Its signature is not verified yet: a wrong
 * token of a stranger costs no key.
 * @throws {Failure} VALIDATION_ERROR
 */
export function readLogoutToken(
  text: string,
  { issuer, clientId, now, mayBeEndless }: Expected,
): { jwt: Jwt; logout: Logout } {
  const jwt = readUpstream(text, 'logout token');
  if (typeof jwt === 'string') throw refused(jwt);
  const { claims } = jwt;
  if (claims['iss'] !== issuer) throw refused('has another iss than the connection');
  if (![claims['aud']].flat().includes(clientId))
    throw refused('has another aud than the client ID of the connection');
  const events = claims['events'];
  if (!isObject(events) || !isObject(ownValue(events, event)))
    throw refused(`must have events with ${event}`);
  if (Object.hasOwn(claims, 'nonce')) throw refused('must have no nonce');
  const seconds = now.getTime() / 1000;
  const { iat, exp } = claims;
  if (typeof iat !== 'number' || iat > seconds + skewSeconds || iat < seconds - mostAgeSeconds)
    throw refused(`must have an iat of the last ${mostAgeSeconds / 60} minutes`);
  // Section 2.4: without it, a stolen token could be kept until `iat` alone ends it.
  if (exp === undefined && !mayBeEndless) throw refused('must have an exp');
  if (exp !== undefined && !(typeof exp === 'number' && exp > seconds - skewSeconds))
    throw refused('has expired');
  const jti = nameIn(claims['jti']);
  const subject = nameIn(claims['sub']);
  const session = nameIn(claims['sid']);
  if (jti === null) throw refused('must have a jti of up to 255 characters');
  if (subject === null && session === null) throw refused('must have a sub or a sid of up to 255 characters');
  return { jwt, logout: { jti, issuedAt: iat, subject, session, isEndless: exp === undefined } };
}

/**
 * Verifies the signature of a logout token with the keys of the provider, those that sign-ins use. Must not be called in a
 * transaction.
 * @throws {Failure} VALIDATION_ERROR, also if the keys cannot be read now (section 2.8)
 */
export async function requireSignedLogout(
  { text }: Jwt,
  provider: ProviderClient,
  outgoing: Pick<Outgoing, 'send'>,
): Promise<void> {
  const signature = await signatureBy(text, provider, outgoing);
  // Says nothing of how the provider could not be reached: strangers read the response.
  if (signature === 'unavailable')
    throw refused('cannot be verified now, because the keys of the issuer cannot be read');
  if (signature === 'wrong') throw refused('has a signature that no key of the issuer verifies');
}
