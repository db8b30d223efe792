import type { JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Claims } from './claims.ts';
import type { Issuer } from './issuer.ts';

/** Whether a token is a JWT. */
export const isSigned = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);

// Errors of jose that say that the token is wrong. All others say that it could not be judged.
const wrong = new Set([
  'ERR_JWT_EXPIRED',
  'ERR_JWT_CLAIM_VALIDATION_FAILED',
  'ERR_JWT_INVALID',
  'ERR_JWS_INVALID',
  'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  'ERR_JOSE_ALG_NOT_ALLOWED',
  'ERR_JOSE_NOT_SUPPORTED',
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
]);

/** Returns the keys of the issuer. jose reads them again for an unknown key, at most every 30 seconds. */
export async function keysOf({ jwks_uri }: Issuer, timeoutMs: number): Promise<Keys> {
  const jose = await import('jose');
  const keys = jose.createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: timeoutMs });
  return { jose, keys };
}

interface Keys {
  jose: { jwtVerify: typeof jwtVerify };
  keys: JWTVerifyGetKey;
}

/**
 * Returns the claims of a signed access token (RFC 9068), and undefined if the token is wrong.
 * @throws if the keys of the issuer cannot be read
 */
export async function signedClaims(
  token: string,
  { jose, keys }: Keys,
  { issuer, audience }: { issuer: string; audience: string },
): Promise<Claims | undefined> {
  try {
    const { payload } = await jose.jwtVerify(token, keys, {
      issuer,
      audience,
      typ: 'at+jwt',
      algorithms: ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519'],
    });
    return payload;
  } catch (error) {
    if (wrong.has((error as { code?: string }).code ?? '')) return undefined;
    throw error;
  }
}
