import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit } from '../platform/events.ts';
import { lockOne } from '../platform/locked.ts';
import { raiseAlerts } from '../risk/raising.ts';
import { quoted } from '../saml-messages/error.ts';
import { dueNotices, nextNoticeOf } from '../saml-sources/certificates.ts';
import { aboutConnection } from './connection-events.ts';
import { Connection } from './entities/connection.ts';
import { idpCertificatesOf } from './saml-connections.ts';
import { noteCertificateNotice } from './sql/saml-connections.ts';

/**
 * Tells of one connection whose certificates expire soon, and notes when to tell next. If several notices were missed, only the
 * nearest is told.
 * @returns how many connections were looked at: 0 when nothing is due
 */
export async function tellOfIdpCertificates(em: EntityManager): Promise<number> {
  const { orgId, now } = tenancyOf(em);
  const due = { certificateNoticeAt: { $lte: now } };
  const connection = await lockOne(em, Connection, due, { orderBy: { id: 'asc' }, skipsLocked: true });
  if (!connection) return 0;
  const { id, name } = connection;
  const certificates = idpCertificatesOf(connection);
  for (const { fingerprint, subject, expiresAt, daysLeft, severity } of dueNotices(
    certificates,
    connection.certificateNoticeAt ?? now,
    now,
  )) {
    const data = { fingerprint, expiresAt: expiresAt.toISOString(), daysLeft };
    await emit(em, [
      { type: 'federation.certificate_expiring', data: { ...aboutConnection(connection), ...data } },
    ]);
    await raiseAlerts(em, [
      {
        trigger: 'federation.certificate_expiring',
        always: true,
        subject: `certificate:${id}:${fingerprint}`,
        severity,
        title: 'A certificate of an identity provider is about to expire',
        description: `The certificate ${quoted(subject)} of the connection ${name} expires at ${expiresAt.toISOString()}. Ask the administrator of the identity provider for new metadata, or register the new certificate.`,
        source: { type: 'CONNECTION', id },
        identityId: null,
      },
    ]);
  }
  await noteCertificateNotice(em, orgId, id, nextNoticeOf(certificates, now));
  return 1;
}
