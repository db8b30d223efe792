import { type KeyObject, X509Certificate } from 'node:crypto';
import { memo } from '../lib/memo.ts';
import { broken } from './error.ts';

/** A certificate of a partner. SAML trusts its key because of where it was found, so nothing here checks a chain or dates. */
export interface Certificate {
  pem: string;
  /** The SHA-256 of the DER form in lower-case hexadecimal. */
  fingerprint: string;
  subject: string;
  notBefore: Date;
  /** The time of expiry. SAML keys stay usable after it unless the caller decides otherwise. */
  notAfter: Date;
  publicKey: KeyObject;
}

const mostBase64 = 16 * 1024;
/** PEM adds lines and white space to base64. */
const mostText = 2 * mostBase64;
/**
 * A key costs as much at its first use as an RSA signature. Partners send many messages with one key. A sign-on reads two
 * certificates: that of the partner, and ours for the trace. So these are enough for 1,000 tenants.
 */
const keep = memo<Certificate>(2_000);

/**
 * Reads a certificate in PEM, or in base64 without its lines of PEM, as metadata and administrators send it.
 *
 * @throws {SamlMessageError} rule `certificate`, also if the text holds two certificates or another kind of key
 */
export const readCertificate = (text: string): Certificate => {
  if (text.length > mostText) broken('certificate');
  return keep(text, () => parse(text));
};

function parse(text: string): Certificate {
  const base64 = text
    .trim()
    .replace(/^-----BEGIN CERTIFICATE-----|-----END CERTIFICATE-----$/g, '')
    .replace(/\s+/g, '');
  if (base64.length > mostBase64 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) broken('certificate');
  const pem = `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}(?!$)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
  try {
    const read = new X509Certificate(pem);
    const [notBefore, notAfter] = [new Date(read.validFrom), new Date(read.validTo)];
    if (Number.isNaN(+notBefore) || Number.isNaN(+notAfter)) broken('certificate');
    return {
      pem,
      fingerprint: read.fingerprint256.replaceAll(':', '').toLowerCase(),
      subject: read.subject.replaceAll('\n', ', '),
      notBefore,
      notAfter,
      publicKey: read.publicKey,
    };
  } catch {
    return broken('certificate');
  }
}
