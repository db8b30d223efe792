import type { SigningKey } from '../../../generated/types/types.gen.ts';
import type { SamlKeyRow } from '../sql/saml-keys.ts';

export const viewSamlKey = (key: SamlKeyRow): SigningKey => ({
  id: key.id,
  use: 'SAML',
  algorithm: 'RS256',
  status: key.status,
  publicKey: key.publicKey,
  certificate: key.certificate,
  certificateExpiresAt: key.certificateExpiresAt.toISOString(),
  createdAt: key.createdAt.toISOString(),
  activatesAt: key.activatesAt.toISOString(),
  retiredAt: key.retiredAt?.toISOString() ?? null,
  removedAt: key.status === 'RETIRED' ? (key.dueAt?.toISOString() ?? null) : null,
});
