import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit } from '../platform/events.ts';
import { lockOne } from '../platform/locked.ts';
import { raiseAlerts } from '../risk/raising.ts';
import { quoted } from '../saml-messages/error.ts';
import { certificatesOf, dueNotices, nextNoticeOf } from '../saml-sources/certificates.ts';
import { ServiceProvider } from './entities/service-provider.ts';
import { aboutProvider } from './provider-events.ts';
import { noteCertificateNotice } from './sql/service-providers.ts';

/**
 * Tells of one service provider whose certificates expire soon, and notes when to tell next. If several notices were missed,
 * only the nearest is told.
 * @returns how many service providers were looked at: 0 when nothing is due
 */
export async function tellOfCertificates(em: EntityManager): Promise<number> {
  const { orgId, now } = tenancyOf(em);
  const due = { certificateNoticeAt: { $lte: now } };
  const provider = await lockOne(em, ServiceProvider, due, { orderBy: { id: 'asc' }, skipsLocked: true });
  if (!provider) return 0;
  const { id, name, certificateNoticeAt } = provider;
  const notices = dueNotices(certificatesOf(provider), certificateNoticeAt ?? now, now);
  for (const { fingerprint, subject, expiresAt, daysLeft, severity } of notices) {
    const data = { fingerprint, expiresAt: expiresAt.toISOString(), daysLeft };
    await emit(em, [
      { type: 'service_provider.certificate_expiring', data: { ...aboutProvider(provider), ...data } },
    ]);
    await raiseAlerts(em, [
      {
        trigger: 'service_provider.certificate_expiring',
        always: true,
        subject: `certificate:${id}:${fingerprint}`,
        severity,
        title: 'A certificate of a service provider is about to expire',
        description: `The certificate ${quoted(subject)} of the service provider ${name} expires at ${expiresAt.toISOString()}. Ask its owner for new metadata, or register the new certificate.`,
        source: { type: 'SERVICE_PROVIDER', id },
        identityId: null,
      },
    ]);
  }
  await noteCertificateNotice(em, orgId, id, nextNoticeOf(certificatesOf(provider), now));
  return 1;
}
