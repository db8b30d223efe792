/**
 * Who makes clients: an administrator by the management API; a host that publishes a client ID metadata document
 * (draft-ietf-oauth-client-id-metadata-document); or a program that registers itself (RFC 7591).
 */
export const clientOrigins = ['ADMINISTRATOR', 'METADATA_DOCUMENT', 'REGISTRATION'] as const;

export type ClientOrigin = (typeof clientOrigins)[number];
