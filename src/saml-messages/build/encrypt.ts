import { DOMParser } from '@xmldom/xmldom';
import { ExclusiveCanonicalization } from 'xml-crypto';
import { encrypt } from 'xml-encryption';
import { readCertificate } from '../certificate.ts';
import { type Built, element, type Written } from './element.ts';

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

/** Encrypts an assertion (SAML core section 2.3.4). The key is new each time, and travels in RSA-OAEP. */
export async function encryptAssertion(xml: string, { certificate, algorithm }: Encryption): Promise<Built> {
  const { pem, publicKey } = readCertificate(certificate);
  const encrypted = await new Promise<string>((resolve, reject) => {
    const options = {
      rsa_pub: publicKey.export({ type: 'spki', format: 'pem' }) as string,
      pem,
      encryptionAlgorithm: uris[algorithm],
      keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
      // What every partner knows. OAEP does not need a hash without collisions.
      keyEncryptionDigest: 'sha1' as const,
      disallowEncryptionWithInsecureAlgorithm: algorithm !== 'aes256-cbc',
      warnInsecureAlgorithm: false,
    };
    encrypt(xml, options, (error, text) =>
      text === undefined ? reject(error ?? new Error('Nothing was encrypted')) : resolve(text),
    );
  });
  return element('saml:EncryptedAssertion', {}, inCanonicalForm(encrypted.trim()));
}

/** The library writes another form than the one that the signature of the response covers. */
function inCanonicalForm(xml: string): Written {
  const onError = (_level: string, message: string): never => {
    throw new Error(`Encrypted XML cannot be read: ${message}`);
  };
  const { documentElement } = new DOMParser({ errorHandler: onError }).parseFromString(xml, 'text/xml');
  return { written: new ExclusiveCanonicalization().process(documentElement, {}) };
}
