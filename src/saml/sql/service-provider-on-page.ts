import { type Shared, sql, type Sql } from '../../lib/sql.ts';

/** How users know the service provider of the sign-in `opened` of a tenant, as JSON; null if there is none. A column. */
export const serviceProviderOnPage = (orgId: Shared): Sql => sql`
(select jsonb_build_object('name', p.name, 'logoUri', p.logo_uri) from saml_service_providers p
  where p.org_id = ${orgId} and p.id = opened.service_provider_id)`;
