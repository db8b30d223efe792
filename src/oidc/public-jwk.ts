import { createPublicKey } from 'node:crypto';

const leastRsaBits = 2048;
const mostRsaBits = 8192;

/** Which keys an algorithm is of (RFC 7518 section 3.1, RFC 8037). */
const kindOf = (algorithm: string): string => {
  if (algorithm.startsWith('ES')) return { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' }[algorithm] ?? '';
  return algorithm.startsWith('Ed') ? 'Ed25519' : 'RSA';
};

/** The members of a JWK that only its owner may know (RFC 7518 sections 6.2.2, 6.3.2 and 6.4). */
const secretMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** Whether a JWK tells a secret: a private key, or a symmetric one. */
export const tellsSecret = (jwk: Record<string, unknown>): boolean =>
  secretMembers.some((name) => Object.hasOwn(jwk, name));

/**
 * Whether others can verify with a JWK (RFC 7517), the contract having kept out private members.
 * @returns what is allowed, when it is refused
 */
export function refusalOfPublicJwk(jwk: Record<string, unknown>): string | undefined {
  let key: ReturnType<typeof createPublicKey>;
  try {
    key = createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    return 'must be a public key';
  }
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (key.asymmetricKeyType === 'rsa' && bits !== undefined && (bits < leastRsaBits || bits > mostRsaBits))
    return `must have a modulus of ${leastRsaBits} to ${mostRsaBits} bits`;
  const kind = jwk['kty'] === 'RSA' ? 'RSA' : String(jwk['crv']);
  if (typeof jwk['alg'] === 'string' && kindOf(jwk['alg']) !== kind)
    return 'must have an alg that fits the kty of the key';
  return undefined;
}
