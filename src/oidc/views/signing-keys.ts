import type { SigningKey } from '../../../generated/types/types.gen.ts';
import type { SigningKeyRow } from '../sql/signing-keys.ts';

export const viewSigningKey = (key: SigningKeyRow): SigningKey => ({
  id: key.id,
  use: 'OIDC',
  algorithm: key.algorithm,
  status: key.status,
  publicKey: key.publicKey,
  certificate: null,
  certificateExpiresAt: null,
  createdAt: key.createdAt.toISOString(),
  activatesAt: key.activatesAt.toISOString(),
  retiredAt: key.retiredAt?.toISOString() ?? null,
  removedAt: key.status === 'RETIRED' ? (key.dueAt?.toISOString() ?? null) : null,
});
