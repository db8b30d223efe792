import { hash } from 'node:crypto';
import type * as jose from 'jose';
import { codeAtFirstUse } from './code-at-first-use.ts';
import { framed } from './jwt.ts';
import { isObject } from './object.ts';

/**
 * The algorithms that a proof of the command line may be signed with. A key for RSA can be made so that each verification takes a hundred times
 * as long, so RSA is not among them.
 */
export const proofAlgorithms = ['ES256', 'EdDSA'] as const;

/** How far the clock of the caller may be off, in seconds. The OpenID Connect engine has the same number. */
export const proofSeconds = 300;

/** A proof with such a key has about 500 characters, and addresses may be long. */
const longestProof = 4_096;

/** As long as any library makes them. */
const longestJti = 256;

/** The values that a proof must fit. */
export interface Proven {
  method: string;
  /** The address of the request, without query and fragment, as the caller sees it. */
  url: string;
  accessToken: string;
  /** The thumbprint of the key that the token is bound to. */
  thumbprint: string;
  /** Seconds since 1970. */
  now: number;
}

/** Whether a text can be a proof at all. It costs next to nothing. */
export const canBeProof = (text: string): boolean => text.length <= longestProof && text.includes('.');

/** Tells whether a proof says that it is signed with one of {@link proofAlgorithms}. It verifies nothing, and costs next to nothing. */
export function hasProofAlgorithm(text: string): boolean {
  const frame = canBeProof(text) ? framed(text, 'DPoP proof') : undefined;
  return (
    frame !== undefined && 'jwt' in frame && proofAlgorithms.some((one) => one === frame.jwt.header['alg'])
  );
}

const loadJose = codeAtFirstUse(async () => import('jose'));

/**
 * Verifies a proof of possession of the key of an access token (RFC 9449 sections 4.3 and 7). The signature is verified last: only a
 * caller who has seen a token and its public key causes that work. Whether the proof was used before is for the caller to find out.
 * @returns the `jti` of the proof, or what is wrong with it, and whether another key has signed it
 */
export async function verifiedProof(
  text: string,
  { method, url, accessToken, thumbprint, now }: Proven,
): Promise<{ jti: string } | { fault: string; isOfOtherKey?: true }> {
  if (!canBeProof(text)) return { fault: `must be one JWT of at most ${longestProof} characters` };
  const frame = framed(text, 'DPoP proof');
  if (!('jwt' in frame)) return { fault: 'must be a JWT of the type dpop+jwt' };
  const { header, claims } = frame.jwt;
  const { alg, jwk } = header;
  if (!proofAlgorithms.some((one) => one === alg))
    return { fault: `must be signed with ${proofAlgorithms.join(', ')}` };
  if (!isObject(jwk) || 'd' in jwk || 'k' in jwk)
    return { fault: 'must have a public key in the header jwk' };
  const { htm, htu, iat, jti, ath, nonce } = claims;
  if (htm !== method) return { fault: `htm must be ${method}, the method of the request` };
  if (typeof htu !== 'string' || withoutQuery(htu) !== url)
    return { fault: `htu must be ${url}, the address of the request without its query` };
  if (typeof iat !== 'number' || Math.abs(now - iat) > proofSeconds)
    return { fault: `iat must be within ${proofSeconds} seconds of now; check the clock of the computer` };
  if (typeof jti !== 'string' || jti === '' || jti.length > longestJti)
    return { fault: `jti must be a text of at most ${longestJti} characters` };
  if (nonce !== undefined) return { fault: 'must have no nonce: this service gives none' };
  if (ath !== hash('sha256', accessToken, 'base64url'))
    return { fault: 'ath must be the SHA-256 of the access token' };
  const { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } = await loadJose();
  const key = jwk as jose.JWK;
  const own = await calculateJwkThumbprint(key).catch(() => undefined);
  if (own !== thumbprint)
    return { fault: 'must be signed with the key that the token is bound to', isOfOtherKey: true };
  const algorithms = [...proofAlgorithms];
  const isSigned = await jwtVerify(text, EmbeddedJWK, { algorithms, typ: 'dpop+jwt' }).then(
    () => true,
    () => false,
  );
  return isSigned ? { jti } : { fault: 'has a wrong signature', isOfOtherKey: true };
}

function withoutQuery(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return undefined;
  url.hash = '';
  url.search = '';
  return url.href;
}
