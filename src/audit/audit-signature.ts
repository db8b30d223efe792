import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

/** The public half as a JWK (RFC 7518 section 6.2). */
export interface PublicJwk {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
}

/** ES256 (RFC 7518 section 3.4): what every browser, Node, Deno and Python can verify. */
const encoding = 'ieee-p1363' as const;

/** The thumbprint of a key (RFC 7638). */
const thumbprint = ({ x, y }: PublicJwk): string =>
  hash('sha256', JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }), 'base64url');

/** A new key pair; the private half as PKCS #8, to be sealed. */
export function newSigningKey(): { id: string; publicKey: PublicJwk; privateKey: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = publicOf(privateKey);
  return {
    id: thumbprint(publicKey),
    publicKey,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** The public half of a key. */
export interface VerifyingKey {
  id: string;
  publicKey: PublicJwk;
  verify: (text: string, signature: Buffer) => boolean;
}

/** A key that signs and verifies. */
export interface SigningKey extends VerifyingKey {
  sign: (text: string) => Buffer;
}

/** Makes the public half from the private one: a public half in the configuration does not count. */
export function signingKey(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem);
  return {
    ...verifyingKey(publicOf(privateKey)),
    sign: (text) => sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: encoding }),
  };
}

/** Makes a key that only verifies. Its id is the thumbprint. */
export function verifyingKey({ x, y }: Pick<PublicJwk, 'x' | 'y'>): VerifyingKey {
  const own: PublicJwk = { kty: 'EC', crv: 'P-256', x, y };
  const publicKey = createPublicKey({ key: { ...own }, format: 'jwk' });
  return {
    id: thumbprint(own),
    publicKey: own,
    verify: (text, signature) =>
      verify('sha256', Buffer.from(text), { key: publicKey, dsaEncoding: encoding }, signature),
  };
}

function publicOf(privateKey: KeyObject): PublicJwk {
  const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { kty: 'EC', crv: 'P-256', x, y };
}
