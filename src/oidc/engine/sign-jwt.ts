import { createPrivateKey, sign } from 'node:crypto';
import type { JWK } from 'jose';

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Makes a function that signs claims as a JWT with ES256 (RFC 7515 section 3.1, RFC 7518 section 3.4). It signs in this thread. Web Crypto
 * would hand each signature to another thread, which costs more CPU time than the signature itself.
 */
export function es256Signer(key: JWK, type: string): (claims: object) => string {
  const header = base64url({ alg: 'ES256', typ: type, kid: key.kid ?? '' });
  const privateKey = { key: createPrivateKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  return (claims) => {
    const signed = `${header}.${base64url(claims)}`;
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
  };
}
