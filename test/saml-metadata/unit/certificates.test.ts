import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { refusalOfKey } from '../../../src/saml-metadata/certificates.ts';
import { readCertificate } from '../../../src/saml-messages/certificate.ts';
import { selfSignedCertificate } from '../../../src/saml-messages/self-signed.ts';

test('a key whose public exponent is long is refused, because each verification with it takes milliseconds', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
  const usual = readCertificate(await selfSignedCertificate({ publicKey, privateKey }, 'usual', new Date()));
  expect(refusalOfKey(usual)).toBeUndefined();
  // The exponents change places: the pair is a good one, and its public exponent has 3,072 bits.
  const { n = '', e = '', d = '', ...rest } = privateKey.export({ format: 'jwk' });
  const odd = {
    publicKey: createPublicKey({ key: { kty: 'RSA', n, e: d }, format: 'jwk' }),
    privateKey: createPrivateKey({ key: { ...rest, n, e: d, d: e }, format: 'jwk' }),
  };
  // The signature of the certificate is not read, so any key of this size may make it.
  const certificate = await selfSignedCertificate({ ...odd, privateKey }, 'odd', new Date());
  expect(refusalOfKey(readCertificate(certificate))).toMatch(/exponent/);
});
