import type { Pool } from 'pg';
import { sql, type Sql } from '../../lib/sql.ts';
import type { ApplicationQuery } from '../../sign-in/listed-application.ts';
import { isOpenTo } from '../../users/groups/sql/groups.ts';
import { tenantsWithDue } from '../../platform/sql/tenants-with-due.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';

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
export function takeDueMetadata(tx: Tx, orgId: string): Promise<DueMetadata[]> {
  return tx.rows<DueMetadata>(takeDue(orgId));
}

const takeDue = (orgId: string): Sql => sql`
with due as materialized (
  select id from saml_service_providers
   where org_id = ${orgId} and metadata_due_at <= now()
   order by org_id, id limit ${most} for no key update skip locked
)
update saml_service_providers p
   set metadata_due_at = case when metadata_url is null then null else now() + interval '1 hour' end
  from due
 where p.org_id = ${orgId} and p.id = due.id
returning p.id, coalesce(p.metadata_url, '') as "metadataUrl"`;

/** Lets the active key sign for service providers of one key, or of any. */
export async function clearSigningKeys(tx: Tx, orgId: string): Promise<void> {
  await tx.run(clearKeys(orgId));
}

const clearKeys = (orgId: string): Sql => sql`
update saml_service_providers set signing_key_id = null, version = version + 1, updated_at = now()
 where org_id = ${orgId} and signing_key_id is not null`;

/** A service provider that users may start at Keyward. */
export interface StartableProvider {
  id: string;
  name: string;
  logoUri: string | null;
}

/** Lists the service providers that a user may start, by name. */
export const listStartableProviders = (
  tx: Tx,
  asked: Omit<ApplicationQuery, 'baseUrl'>,
): Promise<StartableProvider[]> => tx.rows<StartableProvider>(startable(asked));

const startable = ({ orgId, userId, pattern, most }: Omit<ApplicationQuery, 'baseUrl'>): Sql => sql`
select p.id, p.name, p.logo_uri as "logoUri"
  from saml_service_providers p
 where p.org_id = ${orgId} and p.status = 'ACTIVE' and p.idp_initiated
   and ${isOpenTo('p', orgId, userId)}
   and (${pattern}::text is null or folded(p.name) like ${pattern})
 order by lower(p.name), p.id limit ${most}`;
