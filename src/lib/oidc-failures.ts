/** The refusals of OpenID Connect and of its clients, by their codes. `failure.ts` joins them with all others. */
export const oidcFailures = {
  INVALID_REDIRECT_URI: [
    400,
    'The redirect URI may not be registered, or is not registered for the client. details says why.',
  ],
  INVALID_GRANT_TYPE: [
    400,
    'The grant type is not allowed for the client. details names the grant types that are allowed.',
  ],
  INVALID_CLIENT_METADATA: [
    400,
    'The metadata of the client is not valid. details names each wrong field and what it allows.',
  ],
  SOFTWARE_STATEMENT_REFUSED: [
    400,
    'Software statements are not supported. Register the client without software_statement.',
  ],
  REGISTRATION_TOKEN_INVALID: [
    401,
    'Missing or invalid token for a registration. Send Authorization: Bearer <token>: the initial access token to register, or the registration access token of the client.',
  ],
  CLIENT_REGISTRATION_OFF: [
    403,
    'This organization does not let clients register themselves. Ask its administrator for a client.',
  ],
  CLIENT_DOCUMENT_REFUSED: [
    400,
    'The client ID metadata document is not used. details.reason says why, and details.field which field is wrong.',
  ],
  OIDC_CLIENT_NOT_FOUND: [
    404,
    'No such OIDC client. Check the ID. Test keys and live keys see different clients.',
  ],
  INITIAL_ACCESS_TOKEN_NOT_FOUND: [404, 'No such initial access token, or it is already revoked'],
  INTERACTION_NOT_FOUND: [
    404,
    'No such sign-in. It has ended or expired, or another browser started it. Start again at the application.',
  ],
  OIDC_CLIENT_STATE_CONFLICT: [
    409,
    'The client has no secret, or another request changed it at the same time. details says which.',
  ],
} as const;
