import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { atFirstUse } from '../lib/at-first-use.ts';
import { makeKeyInTurn } from '../platform/heavy-work.ts';
import { selfSignedCertificate } from '../saml-messages/self-signed.ts';

export interface KeyPair {
  privateKey: KeyObject;
  /** In PEM. */
  certificate: string;
}

/** No reader checks from when on the certificate is valid. */
const issuedAt = new Date('2026-01-01T00:00:00Z');

const rsaKeyPair = promisify(generateKeyPair);

/**
 * Makes the key that stands in for that of a service provider, whose private half Keyward does not have. The process keeps one, and
 * it decrypts nothing that leaves the process.
 * @throws {RateLimited}, {Failure} as {@link makeKeyInTurn}
 */
export const standIn: () => Promise<KeyPair> = atFirstUse(() =>
  makeKeyInTurn('previews of SAML', async () => {
    const pair = await rsaKeyPair('rsa', { modulusLength: 2048 });
    const certificate = await selfSignedCertificate(pair, 'SAML preview', issuedAt, 'encryption');
    return { privateKey: pair.privateKey, certificate };
  }),
);
