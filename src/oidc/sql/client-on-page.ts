import { type Shared, sql, type Sql } from '../../lib/sql.ts';

/** How users know the client of the sign-in `opened` of a tenant, as JSON; null if there is none. A column. */
export const clientOnPage = (orgId: Shared): Sql => sql`
(select jsonb_build_object('name', c.name, 'logoUri', c.logo_uri) from oidc_clients c
  where c.org_id = ${orgId} and c.id = opened.client_id)`;
