import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Notes how a refresh of metadata ended. The version stays the same, because nothing that callers set has changed.
 * @param error null when the metadata was read and understood
 * @param warning what was left out of it; it stays as it is after an error
 */
export async function noteMetadata(
  em: EntityManager,
  orgId: string,
  id: string,
  { error, warning }: { error: string | null; warning: string | null },
): Promise<void> {
  await em.execute(note, { orgId, id, error: error?.slice(0, 500) ?? null, warning });
}

const note = `
update federation_connections
   set metadata_error = :error::text,
       metadata_warning = case when :error::text is null then :warning::text else metadata_warning end,
       metadata_refreshed_at = case when :error::text is null then now() else metadata_refreshed_at end
 where org_id = :orgId and id = :id`;

/**
 * Takes the turn to read the metadata because of a response with an unknown key. Anyone can send such a response, so a connection
 * has one turn in five minutes.
 * @returns whether the metadata may be read now
 */
export async function takeTurnToAsk(em: EntityManager, orgId: string, id: string): Promise<boolean> {
  const rows = await em.execute<unknown[]>(take, { orgId, id });
  return rows.length > 0;
}

const take = `
update federation_connections set metadata_asked_at = now()
 where org_id = :orgId and id = :id and type = 'SAML' and status = 'ACTIVE' and metadata_url is not null
   and (metadata_asked_at is null or metadata_asked_at <= now() - interval '5 minutes')
returning 1 as taken`;

/** Sets the time of the next notice about certificates, or none. The version stays the same. */
export async function noteCertificateNotice(
  em: EntityManager,
  orgId: string,
  id: string,
  noticeAt: Date | null,
): Promise<void> {
  await em.execute(noteNotice, { orgId, id, noticeAt: noticeAt?.toISOString() ?? null });
}

const noteNotice = `
update federation_connections set certificate_notice_at = :noticeAt::timestamptz where org_id = :orgId and id = :id`;
