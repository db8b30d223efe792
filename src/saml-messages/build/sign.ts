import type { KeyObject } from 'node:crypto';
import { type SignatureAlgorithm, SignedXml } from 'xml-crypto';
import {
  digestOf,
  envelopedSignature,
  exclusiveCanonicalization,
  type SignatureAlgorithmName,
  signatureAlgorithms,
  signingMethod,
  signs,
} from '../algorithms.ts';
import { hashAlgorithms } from '../hash-algorithms.ts';

/** A key of ours, and the certificate that partners know it by. */
export interface SigningKey {
  /** An RSA private key. */
  privateKey: KeyObject;
  /** In PEM. It is published beside the signature, because some partners choose by it. */
  certificate: string;
  algorithm: SignatureAlgorithmName;
}

/**
 * Signs the root of a document, which must have an `ID`. The signature stands after Issuer, the first child, or first in
 * metadata (SAML core section 5.4, SAML metadata section 3).
 */
export function signEnveloped(
  xml: string,
  key: SigningKey,
  place: 'after-issuer' | 'first' = 'after-issuer',
): string {
  const algorithm = signatureAlgorithms[key.algorithm];
  class Signer implements SignatureAlgorithm {
    getSignature = (signedInfo: string): string => signBytes(Buffer.from(signedInfo), key).toString('base64');
    verifySignature = (): boolean => false;
    getAlgorithmName = (): string => algorithm;
  }
  const signed = new SignedXml({
    privateKey: 'given to the algorithm',
    publicCert: key.certificate,
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: exclusiveCanonicalization,
  });
  signed.SignatureAlgorithms = { [algorithm]: Signer };
  const digestAlgorithm = digestOf[key.algorithm];
  signed.HashAlgorithms = hashAlgorithms();
  signed.addReference({
    xpath: '/*',
    transforms: [envelopedSignature, exclusiveCanonicalization],
    digestAlgorithm,
  });
  const location =
    place === 'first'
      ? ({ reference: '/*', action: 'prepend' } as const)
      : ({ reference: '/*/*[1]', action: 'after' } as const);
  signed.computeSignature(xml, { prefix: 'ds', location });
  return signed.getSignedXml();
}

/** Signs bytes, as the redirect binding does. */
export function signBytes(data: Uint8Array, key: SigningKey): Buffer {
  const method = signingMethod(signatureAlgorithms[key.algorithm]);
  if (!method) throw new Error(`${key.algorithm} is not an algorithm of ours`);
  return signs(method, key.privateKey, data);
}
