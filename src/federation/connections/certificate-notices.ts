import { tenancyOf } from '../../platform/entities/owned.ts';
import { lockOne } from '../../platform/locked.ts';
import type { Tx } from '../../platform/tx.ts';
import { tellOfExpiring } from '../../saml-metadata/certificate-notices.ts';
import { aboutConnection } from './connection-events.ts';
import { Connection } from './entities/connection.ts';
import { idpCertificatesOf } from './saml-connections.ts';
import { noteCertificateNotice } from '../../saml-metadata/sql/partners.ts';

/**
 * Tells of one connection whose certificates expire soon, and notes when to tell next.
 * @returns how many connections were looked at: 0 when nothing is due
 */
export async function tellOfIdpCertificates(tx: Tx): Promise<number> {
  const { orgId, now } = tenancyOf(tx);
  const due = { certificateNoticeAt: { $lte: now } };
  const connection = await lockOne(tx, Connection, due, { orderBy: { id: 'asc' }, skipsLocked: true });
  if (!connection) return 0;
  const { id, name, certificateNoticeAt: noticeAt } = connection;
  const watched = { id, certificates: idpCertificatesOf(connection), noticeAt };
  const next = await tellOfExpiring(tx, watched, {
    trigger: 'federation.certificate_expiring',
    event: (facts) => ({
      type: 'federation.certificate_expiring',
      data: { ...aboutConnection(connection), ...facts },
    }),
    source: { type: 'CONNECTION', id },
    title: 'A certificate of an identity provider is about to expire',
    partner: `connection ${name}`,
    advice:
      'Ask the administrator of the identity provider for new metadata, or register the new certificate.',
  });
  await noteCertificateNotice(tx, 'federation_connections', { orgId, id }, next);
  return 1;
}
