import { X509Certificate } from 'node:crypto';
import type { SigningKey } from '../../../../generated/types/types.gen.ts';
import type { EncryptionKeyRow } from '../sql/encryption-keys.ts';

/** Shows a key that SAML assertions are encrypted for, among the keys of the tenant. */
export function viewEncryptionKey({
  id,
  certificate,
  createdAt,
  retiredAt,
  removedAt,
}: EncryptionKeyRow): SigningKey {
  const { publicKey, validTo } = new X509Certificate(certificate);
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  return {
    id,
    use: 'SAML_ENCRYPTION',
    algorithm: 'RSA-OAEP',
    status: retiredAt === null ? 'ACTIVE' : 'RETIRED',
    publicKey: { kty: 'RSA', kid: id, alg: 'RSA-OAEP', use: 'enc', n, e },
    certificate,
    certificateExpiresAt: new Date(validTo).toISOString(),
    createdAt: createdAt.toISOString(),
    activatesAt: createdAt.toISOString(),
    retiredAt: retiredAt?.toISOString() ?? null,
    removedAt: removedAt?.toISOString() ?? null,
  };
}
