import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { ApplicationQuery } from '../../sign-in/listed-application.ts';
import { isOpenTo } from '../../users/groups/sql/groups.ts';
import { tenantsWithDue } from '../../platform/sql/tenants-with-due.ts';
import type { Tenant } from '../../platform/tenancy.ts';

/** The tenants with metadata to read again, or with a certificate to tell of. */
export const tenantsWithDueProviders = (pool: Pool): Promise<Tenant[]> =>
  tenantsWithDue(pool, [
    ['saml_service_providers', 'metadata_due_at <= now()'],
    ['saml_service_providers', 'certificate_notice_at <= now()'],
  ]);

/** Rows that one statement changes. */
const most = 100;

/** Metadata to read again. */
export interface DueMetadata {
  id: string;
  metadataUrl: string;
}

/**
 * Takes the service providers whose metadata is due, and makes them due again in an hour: the refresh itself sets a later
 * time. Rows that another transaction holds are left for the next time.
 */
export function takeDueMetadata(em: EntityManager, orgId: string): Promise<DueMetadata[]> {
  return em.execute<DueMetadata[]>(takeDue, { orgId, most });
}

const takeDue = `
with due as materialized (
  select id from saml_service_providers
   where org_id = :orgId and metadata_due_at <= now()
   order by org_id, id limit :most for no key update skip locked
)
update saml_service_providers p
   set metadata_due_at = case when metadata_url is null then null else now() + interval '1 hour' end
  from due
 where p.org_id = :orgId and p.id = due.id
returning p.id, coalesce(p.metadata_url, '') as "metadataUrl"`;

/**
 * Notes how a refresh ended. The version stays the same, because nothing that callers set has changed.
 * @param error null when the metadata was read and understood
 * @param warning what was left out of it; it stays as it is after an error
 */
export async function noteRefresh(
  em: EntityManager,
  orgId: string,
  id: string,
  { error, warning, secondsToNext }: { error: string | null; warning: string | null; secondsToNext: number },
): Promise<void> {
  await em.execute(note, { orgId, id, error, warning, secondsToNext });
}

const note = `
update saml_service_providers
   set metadata_error = :error::text,
       metadata_warning = case when :error::text is null then :warning::text else metadata_warning end,
       metadata_refreshed_at = case when :error::text is null then now() else metadata_refreshed_at end,
       metadata_due_at = now() + :secondsToNext * interval '1 second'
 where org_id = :orgId and id = :id`;

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
update saml_service_providers set certificate_notice_at = :noticeAt::timestamptz where org_id = :orgId and id = :id`;

/** Lets the active key sign for service providers of one key, or of any. */
export async function clearSigningKeys(em: EntityManager, orgId: string): Promise<void> {
  await em.execute(clearKeys, [orgId]);
}

const clearKeys = `
update saml_service_providers set signing_key_id = null, version = version + 1, updated_at = now()
 where org_id = ? and signing_key_id is not null`;

/** A service provider that users may start at Keyward. */
export interface StartableProvider {
  id: string;
  name: string;
  logoUri: string | null;
}

/** Lists the service providers that a user may start, by name. */
export const listStartableProviders = (
  em: EntityManager,
  { orgId, userId, pattern, most }: Omit<ApplicationQuery, 'baseUrl'>,
): Promise<StartableProvider[]> =>
  em.execute<StartableProvider[]>(startable, { orgId, userId, pattern, most });

const startable = `
select p.id, p.name, p.logo_uri as "logoUri"
  from saml_service_providers p
 where p.org_id = :orgId and p.status = 'ACTIVE' and p.idp_initiated
   and ${isOpenTo('p')}
   and (:pattern::text is null or folded(p.name) like :pattern)
 order by lower(p.name), p.id limit :most`;
