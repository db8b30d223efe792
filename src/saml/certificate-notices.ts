import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit } from '../platform/events.ts';
import { lockOne } from '../platform/locked.ts';
import { raiseAlerts } from '../risk/raising.ts';
import { quoted } from '../saml-messages/error.ts';
import { certificatesOf, dayMs, nextNoticeOf, noticeDays } from '../saml-sources/certificates.ts';
import { ServiceProvider } from './entities/service-provider.ts';
import { aboutProvider } from './provider-events.ts';
import { noteCertificateNotice } from './sql/service-providers.ts';

const urgentDays = 7;

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
  const told = certificateNoticeAt ?? now;
  // Those whose notice was due, and not others that happen to expire within the month.
  const expiring = certificatesOf(provider).filter(
    ({ expiresAt }) =>
      expiresAt > now &&
      noticeDays.some((days) => {
        const at = expiresAt.getTime() - days * dayMs;
        return at >= told.getTime() && at <= now.getTime();
      }),
  );
  for (const { fingerprint, subject, expiresAt } of expiring) {
    const daysLeft = Math.ceil((expiresAt.getTime() - now.getTime()) / dayMs);
    const data = { fingerprint, expiresAt: expiresAt.toISOString(), daysLeft };
    await emit(em, [
      { type: 'service_provider.certificate_expiring', data: { ...aboutProvider(provider), ...data } },
    ]);
    await raiseAlerts(em, [
      {
        trigger: 'service_provider.certificate_expiring',
        always: true,
        subject: `certificate:${id}:${fingerprint}`,
        severity: daysLeft <= urgentDays ? 'HIGH' : 'MEDIUM',
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
