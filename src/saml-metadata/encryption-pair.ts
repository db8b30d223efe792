import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { makeKeyInTurn } from '../platform/heavy-work.ts';
import { selfSignedCertificate } from '../saml-messages/self-signed.ts';

/** A key that decrypts assertions, and the certificate that partners encrypt for. */
export interface EncryptionPair {
  privateKey: KeyObject;
  /** In PEM. */
  certificate: string;
}

const rsaKeyPair = promisify(generateKeyPair);

/**
 * Makes a key in a thread of its own. It is never one that signs: a partner chooses the text that is decrypted with it.
 * @param turnOf whose turn it is among those who wait for keys
 * @param commonName what administrators read in lists of certificates
 * @throws {RateLimited}, {Failure} SERVICE_UNAVAILABLE as {@link makeKeyInTurn}
 */
export async function newEncryptionPair(
  turnOf: string,
  commonName: string,
  now: Date,
): Promise<EncryptionPair> {
  const pair = await makeKeyInTurn(turnOf, () => rsaKeyPair('rsa', { modulusLength: 2048 }));
  const certificate = await selfSignedCertificate(pair, commonName, now, 'encryption');
  return { privateKey: pair.privateKey, certificate };
}
