import type { Tx } from '../../platform/tx.ts';

/** The tables of the partners that publish metadata. */
export type PartnerTable = 'saml_service_providers' | 'federation_connections';

/** The key of a row of a partner. */
export interface PartnerKey {
  orgId: string;
  id: string;
}

/** How a refresh of metadata ended. */
export interface RefreshEnd {
  /** Null when the metadata was read and understood. At most 500 characters are kept. */
  error: string | null;
  /** What was left out of the metadata; the stored text stays as it is after an error. */
  warning: string | null;
  /** When the metadata is read again, in seconds. Connections have no such time, because they are checked once a day. */
  secondsToNext: number;
}

const longestError = 500;

/** Notes how a refresh of metadata ended. The version stays the same, because nothing that callers set has changed. */
export async function noteRefresh(
  tx: Tx,
  table: PartnerTable,
  { orgId, id }: PartnerKey,
  { error, warning, secondsToNext }: RefreshEnd,
): Promise<void> {
  const values = { orgId, id, error: error?.slice(0, longestError) ?? null, warning };
  await tx.execute(ends[table], table === 'saml_service_providers' ? { ...values, secondsToNext } : values);
}

const endIn = (table: PartnerTable, more = ''): string => `
update ${table}
   set metadata_error = :error::text,
       metadata_warning = case when :error::text is null then :warning::text else metadata_warning end,
       metadata_refreshed_at = case when :error::text is null then now() else metadata_refreshed_at end${more}
 where org_id = :orgId and id = :id`;

const ends: Readonly<Record<PartnerTable, string>> = {
  saml_service_providers: endIn(
    'saml_service_providers',
    `,
       metadata_due_at = now() + :secondsToNext * interval '1 second'`,
  ),
  federation_connections: endIn('federation_connections'),
};

/** Sets the time of the next notice about certificates, or none. The version stays the same. */
export async function noteCertificateNotice(
  tx: Tx,
  table: PartnerTable,
  { orgId, id }: PartnerKey,
  noticeAt: Date | null,
): Promise<void> {
  await tx.execute(noticeIn(table), { orgId, id, noticeAt: noticeAt?.toISOString() ?? null });
}

const noticeIn = (table: PartnerTable): string => `
update ${table} set certificate_notice_at = :noticeAt::timestamptz where org_id = :orgId and id = :id`;
