/**
 * The algorithms of token signatures: RS256, which every relying party knows (OpenID Connect Core section 15.1), and
 * ES256.
 */
export const tokenAlgorithms = ['RS256', 'ES256'] as const;

export type TokenAlgorithm = (typeof tokenAlgorithms)[number];

/** The public half as a JWK (RFC 7517) of a set that others verify with. */
export type PublicTokenKey =
  | { kty: 'RSA'; n: string; e: string; kid: string; alg: 'RS256'; use: 'sig' }
  | { kty: 'EC'; crv: 'P-256'; x: string; y: string; kid: string; alg: 'ES256'; use: 'sig' };

type PrivateMembers = { d: string; p?: string; q?: string; dp?: string; dq?: string; qi?: string };

/** Both halves. */
export type PrivateTokenKey = PublicTokenKey & PrivateMembers;

const parameters = {
  RS256: {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
    hash: 'SHA-256',
  },
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
} as const;

/** A new pair. Web Crypto makes it in a thread of its own: RSA takes up to a second, and requests must not wait. */
export async function newTokenKey(algorithm: TokenAlgorithm, kid: string): Promise<PrivateTokenKey> {
  const { subtle } = globalThis.crypto;
  const { privateKey } = await subtle.generateKey(parameters[algorithm], true, ['sign', 'verify']);
  const { key_ops: _operations, ext: _extractable, ...jwk } = await subtle.exportKey('jwk', privateKey);
  return { ...jwk, kid, alg: algorithm, use: 'sig' } as PrivateTokenKey;
}

export function publicHalf(key: PrivateTokenKey): PublicTokenKey {
  const { kid, use } = key;
  return key.kty === 'RSA'
    ? { kty: key.kty, n: key.n, e: key.e, kid, alg: key.alg, use }
    : { kty: key.kty, crv: key.crv, x: key.x, y: key.y, kid, alg: key.alg, use };
}
