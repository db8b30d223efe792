import { type KeyObject, randomBytes, webcrypto } from 'node:crypto';
import { cut } from '../lib/cut.ts';
import { codeAtFirstUse } from '../lib/code-at-first-use.ts';

/** Loaded at its first use: a service makes a certificate every few years, and the library has 200 modules. */
const x509 = codeAtFirstUse(async () => {
  // tsyringe, which @peculiar/x509 stands on, needs it first.
  await import('reflect-metadata');
  return import('@peculiar/x509');
});

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

/** Partners copy certificates by hand. A short life would end sign-ins and protect nothing, because no partner checks a chain. */
const years = 10;

/**
 * Makes a self-signed certificate for an RSA key, valid for ten years. It only carries the key: SAML partners trust a
 * certificate because an administrator gave it to them.
 *
 * @param commonName what administrators read in lists of certificates
 * @param use what partners do with the key
 * @returns the certificate in PEM
 */
export async function selfSignedCertificate(
  { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject },
  commonName: string,
  now: Date,
  use: 'signing' | 'encryption' = 'signing',
): Promise<string> {
  const { KeyUsageFlags, KeyUsagesExtension, Name, X509CertificateGenerator } = await x509();
  const [pkcs8, spki] = [
    privateKey.export({ type: 'pkcs8', format: 'der' }),
    publicKey.export({ type: 'spki', format: 'der' }),
  ];
  const { subtle } = webcrypto;
  const keys = {
    privateKey: await subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']),
    publicKey: await subtle.importKey('spki', spki, algorithm, true, ['verify']),
  };
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + years);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    // Positive, not zero, and hard to guess (RFC 5280 section 4.1.2.2).
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    // A bare text would be parsed, and a quote in it would cut the name. RFC 5280 appendix A.1 allows 64 characters.
    name: new Name([{ CN: [{ utf8String: cut(commonName, 64) }] }]),
    notBefore: now,
    notAfter,
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new KeyUsagesExtension(
        use === 'signing' ? KeyUsageFlags.digitalSignature : KeyUsageFlags.keyEncipherment,
        true,
      ),
    ],
  });
  return `${certificate.toString('pem')}\n`;
}
