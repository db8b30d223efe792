/** How users know the client of the sign-in `opened`, as JSON; null if there is none. A column for the tenant `:orgId`. */
export const clientOnPage = `
(select jsonb_build_object('name', c.name, 'logoUri', c.logo_uri) from oidc_clients c
  where c.org_id = :orgId and c.id = opened.client_id)`;
