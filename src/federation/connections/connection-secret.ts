/** Returns the purpose that the client secret of a connection is sealed for. */
export const connectionSecretPurpose = (id: string): string => `connection-secret:${id}`;
