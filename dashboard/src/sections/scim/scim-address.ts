/** Where a directory sends its requests. */
export const scimUrl = (tenant: string): string => `${location.origin}/api/scim/v2/${tenant}`;

/** The same for Okta, which forbids an underscore in a base URL. */
export const oktaUrl = (tenant: string): string => scimUrl(tenant.replace('_', '-'));
