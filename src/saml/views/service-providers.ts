import { cut } from '../../lib/cut.ts';
import type { ServiceProvider as ServiceProviderBody } from '../../../generated/types/types.gen.ts';
import { defaultAcsUrl } from '../acs-url.ts';
import { type CertificateFacts, certificatesOf } from '../../saml-metadata/certificates.ts';
import type { PendingChange } from '../../saml-metadata/pending-change.ts';
import type { PublishedSettings, ServiceProvider } from '../entities/service-provider.ts';

export const viewServiceProvider = (provider: ServiceProvider): ServiceProviderBody => ({
  id: provider.id,
  entityId: provider.entityId,
  acsUrl: defaultAcsUrl(provider),
  ...provider.settings(),
  certificates: certificatesOf(provider).map(viewCertificate),
  certificateExpiresAt: provider.certificateExpiresAt?.toISOString() ?? null,
  metadataRefreshedAt: provider.metadataRefreshedAt?.toISOString() ?? null,
  metadataError: provider.metadataError,
  metadataWarning: provider.metadataWarning,
  pendingChange: provider.pendingChange && viewPendingChange(provider, provider.pendingChange),
  createdAt: provider.createdAt.toISOString(),
  updatedAt: provider.updatedAt.toISOString(),
  createdBy: provider.createdBy,
});

function viewPendingChange(
  provider: ServiceProvider,
  { id, reasons, settings, detectedAt }: PendingChange<PublishedSettings>,
): NonNullable<ServiceProviderBody['pendingChange']> {
  const changes = Object.entries(settings).map(([field, to]) => ({
    field,
    from: provider[field as keyof typeof settings],
    to,
  }));
  return { id, reasons, changes, certificates: certificatesOf(settings).map(viewCertificate), detectedAt };
}

const viewCertificate = ({ use, fingerprint, subject, notBefore, expiresAt }: CertificateFacts) => ({
  use,
  fingerprint,
  subject: cut(subject, 1000),
  notBefore: notBefore.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
