import { tenancyOf } from '../platform/entities/owned.ts';
import { lockOne } from '../platform/locked.ts';
import type { Tx } from '../platform/tx.ts';
import { tellOfExpiring } from '../saml-metadata/certificate-notices.ts';
import { certificatesOf } from '../saml-metadata/certificates.ts';
import { ServiceProvider } from './entities/service-provider.ts';
import { aboutProvider } from './provider-events.ts';
import { noteCertificateNotice } from '../saml-metadata/sql/partners.ts';

/**
 * Tells of one service provider whose certificates expire soon, and notes when to tell next.
 * @returns how many service providers were looked at: 0 when nothing is due
 */
export async function tellOfCertificates(tx: Tx): Promise<number> {
  const { orgId, now } = tenancyOf(tx);
  const due = { certificateNoticeAt: { $lte: now } };
  const provider = await lockOne(tx, ServiceProvider, due, { orderBy: { id: 'asc' }, skipsLocked: true });
  if (!provider) return 0;
  const { id, name, certificateNoticeAt: noticeAt } = provider;
  const next = await tellOfExpiring(
    tx,
    { id, certificates: certificatesOf(provider), noticeAt },
    {
      trigger: 'service_provider.certificate_expiring',
      event: (facts) => ({
        type: 'service_provider.certificate_expiring',
        data: { ...aboutProvider(provider), ...facts },
      }),
      source: { type: 'SERVICE_PROVIDER', id },
      title: 'A certificate of a service provider is about to expire',
      partner: `service provider ${name}`,
      advice: 'Ask its owner for new metadata, or register the new certificate.',
    },
  );
  await noteCertificateNotice(tx, 'saml_service_providers', { orgId, id }, next);
  return 1;
}
