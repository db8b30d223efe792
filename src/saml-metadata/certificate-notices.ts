import { tenancyOf } from '../platform/entities/owned.ts';
import { emit, type NewEvent } from '../platform/events.ts';
import type { Tx } from '../platform/tx.ts';
import type { AlertTitle } from '../risk/alert-titles.ts';
import { type Occurrence, raiseAlerts } from '../risk/raising.ts';
import { quoted } from '../saml-messages/error.ts';
import { type CertificateFacts, dueNotices, nextNoticeOf } from './certificates.ts';

/** A partner whose certificates are watched. */
export interface Watched {
  id: string;
  certificates: readonly CertificateFacts[];
  /** When the first of the notices was due; null if none was. */
  noticeAt: Date | null;
}

/** The certificate of one notice, and its end. */
export interface NoticeFacts {
  fingerprint: string;
  expiresAt: string;
  daysLeft: number;
}

/** How administrators learn of certificates of one kind of partner. */
export interface NoticeWords {
  trigger: Occurrence['trigger'];
  event: (facts: NoticeFacts) => NewEvent;
  source: Occurrence['source'];
  title: AlertTitle;
  /** The partner, and what to do about it. */
  partner: string;
  advice: string;
}

/**
 * Tells of the certificates of a partner that expire soon, each by an event and an alert. If several notices were missed, only the
 * nearest is told.
 * @returns when the next notice is due; null if there is none
 */
export async function tellOfExpiring(
  tx: Tx,
  { id, certificates, noticeAt }: Watched,
  { trigger, event, source, title, partner, advice }: NoticeWords,
): Promise<Date | null> {
  const { now } = tenancyOf(tx);
  for (const notice of dueNotices(certificates, noticeAt ?? now, now)) {
    const { fingerprint, subject, daysLeft, severity } = notice;
    const expiresAt = notice.expiresAt.toISOString();
    await emit(tx, [event({ fingerprint, expiresAt, daysLeft })]);
    await raiseAlerts(tx, [
      {
        trigger,
        always: true,
        subject: `certificate:${id}:${fingerprint}`,
        severity,
        title,
        description: `The certificate ${quoted(subject)} of the ${partner} expires at ${expiresAt}. ${advice}`,
        source,
        identityId: null,
      },
    ]);
  }
  return nextNoticeOf(certificates, now);
}
