import { type Element, XMLSerializer } from '@xmldom/xmldom';
import { decrypt } from 'xml-encryption';
import { broken } from '../error.ts';
import { namespaces } from '../names.ts';
import { childElements, childrenOf, isNamed, parts } from '../xml/shape.ts';
import { optional, required, textOf } from '../xml/values.ts';

export interface Decryption {
  /** Our private RSA keys in PEM. Each is tried, because keys are replaced with an overlap. */
  privateKeys: readonly string[];
  /** Accepts AES in CBC mode, which is not authenticated: who can send variants of a message can read it. */
  allowCbc?: boolean;
}

const gcm = ['http://www.w3.org/2009/xmlenc11#aes128-gcm', 'http://www.w3.org/2009/xmlenc11#aes256-gcm'];
const cbc = ['http://www.w3.org/2001/04/xmlenc#aes128-cbc', 'http://www.w3.org/2001/04/xmlenc#aes256-cbc'];
/** RSA with PKCS #1 v1.5 padding is open to the attack of Bleichenbacher. */
const oaep = ['http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p', 'http://www.w3.org/2009/xmlenc11#rsa-oaep'];

/** The algorithms that partners should encrypt with (SAML metadata section 2.4.1.1). */
export const acceptedEncryption: readonly string[] = [...gcm.toReversed(), ...oaep];

const { encryption: xenc, signature: ds } = namespaces;
/** The nonce of 12 bytes and the tag of 16 bytes (XML Encryption 1.1 section 5.2.4). A shorter tag is easy to guess. */
const leastGcmBytes = 28;

/**
 * Decrypts an EncryptedAssertion, and returns the text of the element in it. That text is not verified.
 *
 * @throws {SamlMessageError} step `decrypt`. One rule covers every failure of keys and padding, so a sender learns
 *   nothing from it.
 */
export async function decryptElement(
  encrypted: Element,
  { privateKeys, allowCbc }: Decryption,
): Promise<string> {
  const xml = normalForm(encrypted, allowCbc ? [...gcm, ...cbc] : gcm);
  for (const key of privateKeys) {
    const text = await attempt(xml, key);
    if (text !== undefined) return text;
  }
  return broken('undecipherable');
}

/** Judges every part that the library will look at, and puts the key where the library looks for it. */
function normalForm(encrypted: Element, ciphers: readonly string[]): string {
  const form = childrenOf(encrypted, parts(xenc, 'EncryptedData', 'EncryptedKey?'), 'encryption-form');
  const data = form.one('EncryptedData');
  const content = childrenOf(
    data,
    [...parts(xenc, 'EncryptionMethod'), ...parts(ds, 'KeyInfo?'), ...parts(xenc, 'CipherData')],
    'encryption-form',
  );
  const algorithm = required(content.one('EncryptionMethod'), 'Algorithm');
  if (!ciphers.includes(algorithm)) broken('encryption-algorithm', algorithm);
  const bytes = cipherBytes(content.one('CipherData'));
  if (bytes < leastGcmBytes) broken('encryption-form');
  const info = content.optional('KeyInfo') ?? broken('encryption-form', 'no KeyInfo');
  const nested = childElements(info).filter((one) => isNamed(one, xenc, 'EncryptedKey'));
  const [key, second] = [...nested, ...form.all('EncryptedKey')];
  if (!key || second) return broken('encryption-form', 'EncryptedKey');
  judgeKey(key);
  for (const other of childElements(info)) info.removeChild(other);
  info.appendChild(key);
  return new XMLSerializer().serializeToString(data, false, undefined, { requireWellFormed: true });
}

function judgeKey(key: Element): void {
  const form = childrenOf(
    key,
    [
      ...parts(xenc, 'EncryptionMethod'),
      ...parts(ds, 'KeyInfo?'),
      ...parts(xenc, 'CipherData', 'ReferenceList?', 'CarriedKeyName?'),
    ],
    'encryption-form',
  );
  const method = form.one('EncryptionMethod');
  const algorithm = required(method, 'Algorithm');
  if (!oaep.includes(algorithm)) broken('encryption-algorithm', algorithm);
  if (childElements(method).some((one) => !['DigestMethod', 'MGF', 'OAEPparams'].includes(one.localName)))
    broken('encryption-form', 'EncryptionMethod');
  cipherBytes(form.one('CipherData'));
}

/** A CipherReference would make the reader fetch a URL. */
function cipherBytes(data: Element): number {
  if (optional(data, 'URI') !== undefined) broken('encryption-form');
  const value = childrenOf(data, parts(xenc, 'CipherValue'), 'encryption-form').one('CipherValue');
  return Buffer.from(textOf(value), 'base64').length;
}

const attempt = (xml: string, key: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    // The algorithms were judged above, so the library need not refuse or warn again.
    const options = { key, disallowDecryptionWithInsecureAlgorithm: false, warnInsecureAlgorithm: false };
    try {
      decrypt(xml, options, (error, text) => resolve(error ? undefined : text));
    } catch {
      resolve(undefined);
    }
  });
