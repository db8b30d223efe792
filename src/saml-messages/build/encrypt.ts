import { type CipherGCMTypes, constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto';
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
export function encryptAssertion(xml: string, { certificate, algorithm }: Encryption): Built {
  const { pem, publicKey } = readCertificate(certificate);
  const { key, bytes } = ciphers[algorithm](xml);
  const encryptedKey = publicEncrypt(
    // Every partner knows OAEP with SHA-1. OAEP does not need a hash without collisions. The name of the
    // algorithm fixes MGF1 with SHA-1.
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
    key,
  );
  return element(
    'saml:EncryptedAssertion',
    {},
    element(
      'xenc:EncryptedData',
      { Type: 'http://www.w3.org/2001/04/xmlenc#Element' },
      element('xenc:EncryptionMethod', { Algorithm: uris[algorithm] }),
      element('ds:KeyInfo', {}, encryptedKeyOf(encryptedKey, pem)),
      cipherDataOf(bytes),
    ),
  );
}

interface Encrypted {
  key: Buffer;
  bytes: Buffer;
}

/** XML Encryption 1.1 section 5.2.4: the nonce, the content and the tag. */
function gcm(cipherName: CipherGCMTypes, keyBytes: number, xml: string): Encrypted {
  const [key, nonce] = [randomBytes(keyBytes), randomBytes(12)];
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: 16 });
  const content = [cipher.update(xml, 'utf8'), cipher.final()];
  return { key, bytes: Buffer.concat([nonce, ...content, cipher.getAuthTag()]) };
}

/** XML Encryption 1.1 section 5.2: the vector and the content. The padding of PKCS #7 is one that the section allows. */
function cbc(xml: string): Encrypted {
  const [key, vector] = [randomBytes(32), randomBytes(16)];
  const cipher = createCipheriv('aes-256-cbc', key, vector);
  return { key, bytes: Buffer.concat([vector, cipher.update(xml, 'utf8'), cipher.final()]) };
}

const ciphers: Readonly<Record<Encryption['algorithm'], (xml: string) => Encrypted>> = {
  'aes128-gcm': (xml) => gcm('aes-128-gcm', 16, xml),
  'aes256-gcm': (xml) => gcm('aes-256-gcm', 32, xml),
  'aes256-cbc': cbc,
};

const encryptedKeyOf = (key: Buffer, certificate: string): Built =>
  element(
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

/** Base64 has nothing to escape. */
const cipherDataOf = (bytes: Buffer): Built =>
  element('xenc:CipherData', {}, element('xenc:CipherValue', {}, { written: bytes.toString('base64') }));
