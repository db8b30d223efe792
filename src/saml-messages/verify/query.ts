import { signingMethod, verifies } from '../algorithms.ts';
import { broken } from '../error.ts';
import type { QuerySignature } from '../receive/received.ts';
import type { Proof, Trust } from './trust.ts';

/**
 * Verifies the signature of the redirect binding with the first key that fits.
 *
 * @throws {SamlMessageError} rules `signature-algorithm` and `signature-untrusted`
 */
export function verifyQuery(
  { algorithm, data, value }: QuerySignature,
  trust: Omit<Trust, 'requireSignature'>,
): Proof {
  const method = signingMethod(algorithm, trust.allowSha1) ?? broken('signature-algorithm', algorithm);
  const certificate = trust.certificates.find(({ publicKey }) => verifies(method, publicKey, data, value));
  return certificate ? { certificate, algorithm } : broken('signature-untrusted');
}
