import { atFirstUse } from '../lib/at-first-use.ts';
import { newEncryptionPair } from '../saml-metadata/encryption-pair.ts';

/** No reader checks from when on the certificate is valid. */
const issuedAt = new Date('2026-01-01T00:00:00Z');

/**
 * Makes the key that stands in for that of a service provider, whose private half Keyward does not have. The process keeps one, and
 * it decrypts nothing that leaves the process.
 * @throws as {@link newEncryptionPair}
 */
export const standIn = atFirstUse(() => newEncryptionPair('previews of SAML', 'SAML preview', issuedAt));
