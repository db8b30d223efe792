import { type Client, errors, type ResourceServer } from 'oidc-provider';
import { settingsOf } from './clients.ts';

/**
 * Returns the settings of tokens for a resource (RFC 8707). A client lists the resources that it may ask for. A token
 * for one of them can have the scopes of the client.
 * @throws {errors.InvalidTarget} for one that the client may not ask for
 */
export function resourceServerOf(client: Client, resource: string): ResourceServer {
  const { resources, accessTokenTtl } = settingsOf(client);
  if (!resources.includes(resource)) throw new errors.InvalidTarget();
  return {
    audience: resource,
    scope: client.scope ?? '',
    accessTokenTTL: accessTokenTtl,
    // Whether it is signed is decided where tokens are given their form (access-tokens.ts).
    accessTokenFormat: 'opaque',
  };
}

/**
 * Whether a token was made for this client: it names the client, or a resource that the client is. A resource that the client may only
 * ask tokens for does not count (docs/decisions/0095).
 */
export function isAudience(client: Client, audience: string | string[] | undefined): boolean {
  const all = [audience].flat();
  return all.some(
    (one) =>
      one !== undefined && (one === client.clientId || settingsOf(client).servedResources.includes(one)),
  );
}
