/** How users know the service provider of the sign-in `opened`, as JSON; null if there is none. A column for the tenant `:orgId`. */
export const serviceProviderOnPage = `
(select jsonb_build_object('name', p.name, 'logoUri', p.logo_uri) from saml_service_providers p
  where p.org_id = :orgId and p.id = opened.service_provider_id)`;
