/**
 * Returns the path where an identity provider sends users back to. Each connection has its own path, so that a response of one
 * never counts as a response of another.
 */
export const connectionCallback = (baseUrl: string, id: string): string =>
  `${baseUrl}/api/v1/federation/oidc/${id}/callback`;

/** Returns the address where an identity provider tells that a user has signed out there. */
export const backchannelLogoutUrl = (baseUrl: string, id: string): string =>
  `${baseUrl}/api/v1/federation/oidc/${id}/backchannel-logout`;

/** Returns the address where an identity provider sends browsers back to that have signed out there. */
export const postLogoutRedirectUrl = (baseUrl: string, id: string): string =>
  `${baseUrl}/api/v1/federation/oidc/${id}/logged-out`;
