import { constants, type KeyObject, sign, verify } from 'node:crypto';

/** A signature algorithm of XML Signature, and what Node calls it. */
export interface SigningMethod {
  hash: string;
  /** The only type of key that may verify it. So a public key never serves as an HMAC secret or for another scheme. */
  keyType: 'rsa' | 'ec';
  isPss?: boolean;
}

const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const moreOf2007 = 'http://www.w3.org/2007/05/xmldsig-more#';

/** RFC 9231 sections 2.3.2, 2.3.9, 2.3.10 and 2.3.6. */
const strong: Readonly<Record<string, SigningMethod>> = {
  [`${more}rsa-sha256`]: { hash: 'sha256', keyType: 'rsa' },
  [`${more}rsa-sha384`]: { hash: 'sha384', keyType: 'rsa' },
  [`${more}rsa-sha512`]: { hash: 'sha512', keyType: 'rsa' },
  [`${moreOf2007}sha256-rsa-MGF1`]: { hash: 'sha256', keyType: 'rsa', isPss: true },
  [`${moreOf2007}sha384-rsa-MGF1`]: { hash: 'sha384', keyType: 'rsa', isPss: true },
  [`${moreOf2007}sha512-rsa-MGF1`]: { hash: 'sha512', keyType: 'rsa', isPss: true },
  [`${more}ecdsa-sha256`]: { hash: 'sha256', keyType: 'ec' },
  [`${more}ecdsa-sha384`]: { hash: 'sha384', keyType: 'ec' },
  [`${more}ecdsa-sha512`]: { hash: 'sha512', keyType: 'ec' },
};

/** Collisions of SHA-1 are cheap. A partner must opt in. */
const weak: Readonly<Record<string, SigningMethod>> = {
  'http://www.w3.org/2000/09/xmldsig#rsa-sha1': { hash: 'sha1', keyType: 'rsa' },
};

const strongDigests: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  [`${more}sha384`]: 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
};
const weakDigests: Readonly<Record<string, string>> = { 'http://www.w3.org/2000/09/xmldsig#sha1': 'sha1' };

const lookUp = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

export const signingMethod = (uri: string, allowSha1 = false): SigningMethod | undefined =>
  lookUp(strong, uri) ?? (allowSha1 ? lookUp(weak, uri) : undefined);

/** Returns the allowed digests: their URIs, and what Node calls them. */
export const digestMethods = (allowSha1 = false): Readonly<Record<string, string>> =>
  allowSha1 ? { ...strongDigests, ...weakDigests } : strongDigests;

/**
 * The algorithms of messages that this service verifies, as metadata announces them: the preferred one first. Certificates with other
 * keys than RSA are not used, so algorithms of such keys are not announced.
 */
export const announcedAlgorithms: { digests: readonly string[]; signatures: readonly string[] } = {
  digests: Object.keys(strongDigests),
  signatures: Object.entries(strong).flatMap(([uri, { keyType }]) => (keyType === 'rsa' ? [uri] : [])),
};

/** The algorithms that this service signs with. */
export const signatureAlgorithms = {
  'rsa-sha256': `${more}rsa-sha256`,
  'rsa-sha384': `${more}rsa-sha384`,
  'rsa-sha512': `${more}rsa-sha512`,
} as const;
export type SignatureAlgorithmName = keyof typeof signatureAlgorithms;

/** The digests that belong to them. */
export const digestOf: Readonly<Record<SignatureAlgorithmName, string>> = {
  'rsa-sha256': 'http://www.w3.org/2001/04/xmlenc#sha256',
  'rsa-sha384': `${more}sha384`,
  'rsa-sha512': 'http://www.w3.org/2001/04/xmlenc#sha512',
};

export const exclusiveCanonicalization = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const envelopedSignature = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

const options = ({ keyType, isPss }: SigningMethod, key: KeyObject) => ({
  key,
  ...(isPss && {
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  }),
  // XML Signature concatenates both numbers (RFC 9231 section 2.3.6); Node's default is DER.
  ...(keyType === 'ec' && { dsaEncoding: 'ieee-p1363' as const }),
});

const leastRsaBits = 1024;

/** Verifies bytes with one public key. A key of another type, or an RSA key below 1,024 bits, verifies nothing. */
export function verifies(
  method: SigningMethod,
  key: KeyObject,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (key.type !== 'public' || key.asymmetricKeyType !== method.keyType) return false;
  if (method.keyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < leastRsaBits) return false;
  try {
    return verify(method.hash, data, options(method, key), signature);
  } catch {
    return false;
  }
}

export const signs = (method: SigningMethod, key: KeyObject, data: Uint8Array): Buffer =>
  sign(method.hash, data, options(method, key));
