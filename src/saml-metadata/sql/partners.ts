import { sql, type Sql } from '../../lib/sql.ts';
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
  /** Sentences about certificates that were left out; the stored text stays as it is after an error. */
  warning: string | null;
  /** When the metadata is read again, in seconds. Connections have no such time, because they are checked once a day. */
  secondsToNext: number;
}

const longestError = 500;

/** Notes how a refresh of metadata ended. The version stays the same, because nothing that callers set has changed. */
export async function noteRefresh(
  tx: Tx,
  table: PartnerTable,
  key: PartnerKey,
  { error, warning, secondsToNext }: RefreshEnd,
): Promise<void> {
  const kept = error?.slice(0, longestError) ?? null;
  const next = table === 'saml_service_providers' ? dueIn(secondsToNext) : sql.empty;
  await tx.run(endIn(table, key, { error: kept, warning, next }));
}

const dueIn = (seconds: number): Sql => sql`,
       metadata_due_at = now() + ${seconds} * interval '1 second'`;

const endIn = (
  table: PartnerTable,
  { orgId, id }: PartnerKey,
  { error, warning, next }: Pick<RefreshEnd, 'error' | 'warning'> & { next: Sql },
): Sql => sql`
update ${sql.raw(table)}
   set metadata_error = ${error}::text,
       metadata_warning = case when ${error}::text is null then ${warning}::text else metadata_warning end,
       metadata_refreshed_at = case when ${error}::text is null then now() else metadata_refreshed_at end${next}
 where org_id = ${orgId} and id = ${id}`;

/** Sets the time of the next notice about certificates, or none. The version stays the same. */
export async function noteCertificateNotice(
  tx: Tx,
  table: PartnerTable,
  key: PartnerKey,
  noticeAt: Date | null,
): Promise<void> {
  await tx.run(noticeIn(table, key, noticeAt?.toISOString() ?? null));
}

const noticeIn = (table: PartnerTable, { orgId, id }: PartnerKey, noticeAt: string | null): Sql => sql`
update ${sql.raw(table)} set certificate_notice_at = ${noticeAt}::timestamptz where org_id = ${orgId} and id = ${id}`;
