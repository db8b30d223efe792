/** Where a provider leads people back to: a path of its own for each, so that the answer of one is none of another. */
export const socialCallback = (baseUrl: string, orgId: string, id: string): string =>
  `${baseUrl}/login/${orgId}/social/${id}/callback`;
