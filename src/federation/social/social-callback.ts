/**
 * Returns the path where a provider sends users back to. Each provider has its own path, so that a response of one
 * never counts as a response of another.
 */
export const socialCallback = (baseUrl: string, orgId: string, id: string): string =>
  `${baseUrl}/login/${orgId}/social/${id}/callback`;
