import { encrypt } from 'xml-encryption';
import { readCertificate } from '../certificate.ts';
import { type Built, element } from './element.ts';
import { keyInfoOf } from './parts.ts';

/** How to encrypt for a partner. */
export interface Encryption {
  /** The partner's certificate in PEM. Its key must be RSA. */
  certificate: string;
  /** `aes256-cbc` is not authenticated. Use it only for a partner that knows nothing better. */
  algorithm: 'aes128-gcm' | 'aes256-gcm' | 'aes256-cbc';
}

const uris = {
  'aes128-gcm': 'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'aes256-gcm': 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'aes256-cbc': 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
} as const;

const keyEncryption = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';
const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1';

/** Encrypts an assertion (SAML core section 2.3.4). The key is new each time, and travels in RSA-OAEP. */
export async function encryptAssertion(xml: string, { certificate, algorithm }: Encryption): Promise<Built> {
  const { pem, publicKey } = readCertificate(certificate);
  const encrypted = await new Promise<string>((resolve, reject) => {
    const options = {
      rsa_pub: publicKey,
      pem,
      encryptionAlgorithm: uris[algorithm],
      keyEncryptionAlgorithm: keyEncryption,
      // What every partner knows. OAEP does not need a hash without collisions.
      keyEncryptionDigest: 'sha1' as const,
      disallowEncryptionWithInsecureAlgorithm: algorithm !== 'aes256-cbc',
      warnInsecureAlgorithm: false,
    };
    encrypt(xml, options, (error, text) =>
      text === undefined ? reject(error ?? new Error('Nothing was encrypted')) : resolve(text),
    );
  });
  return element(
    'saml:EncryptedAssertion',
    {},
    element(
      'xenc:EncryptedData',
      { Type: 'http://www.w3.org/2001/04/xmlenc#Element' },
      element('xenc:EncryptionMethod', { Algorithm: uris[algorithm] }),
      ...encryptedParts(encrypted, pem),
    ),
  );
}

/**
 * Writes what the library encrypted in the form that the signature of the response covers. The library writes another form, and
 * to parse that again would cost more than a signature.
 */
function encryptedParts(encrypted: string, certificate: string): [keyInfo: Built, data: Built] {
  const values = Array.from(encrypted.matchAll(/<(?:e|xenc):CipherValue>([A-Za-z0-9+/]+={0,2})</g));
  const [key, content, another] = values.map(([, base64]) => base64);
  if (key === undefined || content === undefined || another !== undefined)
    throw new Error('Encrypted XML must hold a key and the content');
  const encryptedKey = element(
    'xenc:EncryptedKey',
    {},
    element(
      'xenc:EncryptionMethod',
      { Algorithm: keyEncryption },
      element('ds:DigestMethod', { Algorithm: sha1 }),
    ),
    keyInfoOf(certificate),
    cipherDataOf(key),
  );
  return [element('ds:KeyInfo', {}, encryptedKey), cipherDataOf(content)];
}

/** Base64 has nothing to escape. */
const cipherDataOf = (base64: string): Built =>
  element('xenc:CipherData', {}, element('xenc:CipherValue', {}, { written: base64 }));
