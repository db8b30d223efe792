import { cut } from '../../../lib/cut.ts';
import type {
  ConnectionCertificate,
  ConnectionPendingChange,
  SamlConnection,
} from '../../../../generated/types/types.gen.ts';
import type { CertificateFacts } from '../../../saml-metadata/certificates.ts';
import type { PendingChange } from '../../../saml-metadata/pending-change.ts';
import type { Connection, PublishedSettings } from '../entities/connection.ts';
import { idpCertificatesOf } from '../saml-connections.ts';
import { spAddresses } from '../sp-addresses.ts';
import { viewConnection } from './connections.ts';

/** Returns a SAML connection, and what was read of the metadata of its identity provider. */
export function viewSamlConnection(row: Connection, domains: string[], baseUrl: string): SamlConnection {
  const { metadataUrl, acsUrl } = spAddresses(baseUrl, row.id);
  return {
    ...viewConnection(row, domains),
    ...row.samlSettings(),
    // A draft has empty texts.
    idpEntityId: row.idpEntityId || null,
    ssoUrl: row.ssoUrl || null,
    certificates: idpCertificatesOf(row).map(viewCertificate),
    certificateExpiresAt: row.certificateExpiresAt?.toISOString() ?? null,
    metadataError: row.metadataError,
    metadataWarning: row.metadataWarning,
    pendingChange: row.pendingChange && viewPendingChange(row.published(), row.pendingChange),
    spEntityId: metadataUrl,
    acsUrl,
    spMetadataUrl: metadataUrl,
    trustEmail: row.trustEmail,
    trustMfa: row.trustMfa,
    groupsClaim: row.groupsClaim,
    maxSessionSeconds: row.maxSessionSeconds,
    product: row.product,
  };
}

function viewPendingChange(
  known: PublishedSettings,
  { id, reasons, settings, detectedAt }: PendingChange<PublishedSettings>,
): ConnectionPendingChange {
  const changes = Object.entries(settings).map(([field, to]) => ({
    field,
    from: known[field as keyof PublishedSettings],
    to,
  }));
  return { id, reasons, changes, certificates: idpCertificatesOf(settings).map(viewCertificate), detectedAt };
}

const viewCertificate = ({
  use,
  fingerprint,
  subject,
  notBefore,
  expiresAt,
  pem,
}: CertificateFacts): ConnectionCertificate => ({
  use: use === 'METADATA' ? use : 'SIGNING',
  fingerprint,
  subject: cut(subject, 1000),
  notBefore: notBefore.toISOString(),
  expiresAt: expiresAt.toISOString(),
  certificate: pem,
});
