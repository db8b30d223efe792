import type { OidcRegisteredClient } from '../../../generated/types/types.gen.ts';
import type { RegisteredClient } from '../registrations.ts';
import { responseTypesOf } from '../response-type.ts';

/**
 * Shows what is registered (RFC 7591 section 3.2.1). Fields without a value are left out, because clients refuse null.
 * @param issuer the address of the provider of the tenant
 */
export function viewRegistration(
  { client, registrationToken, secret }: RegisteredClient,
  issuer: string,
): OidcRegisteredClient {
  const { id, jwks, jwksUri, clientUri } = client;
  return {
    client_id: id,
    client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
    // It is stored as a hash, so it is shown when it is made.
    ...(secret === null ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
    registration_access_token: registrationToken,
    registration_client_uri: `${issuer}/register/${id}`,
    client_name: client.name,
    ...(clientUri === null ? {} : { client_uri: clientUri }),
    application_type: client.applicationType,
    redirect_uris: client.redirectUris,
    grant_types: client.grantTypes,
    response_types: responseTypesOf(client.grantTypes),
    scope: client.scopes.join(' '),
    token_endpoint_auth_method: client.tokenEndpointAuthMethod,
    ...(jwks ? { jwks } : {}),
    ...(jwksUri === null ? {} : { jwks_uri: jwksUri }),
    id_token_signed_response_alg: client.idTokenSignedResponseAlg,
    subject_type: client.subjectType,
    dpop_bound_access_tokens: client.dpopBoundAccessTokens,
  };
}
