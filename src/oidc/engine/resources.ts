import { type Client, errors, type ResourceServer } from 'oidc-provider';
import { settingsOf } from './clients.ts';

/**
 * What a token for a resource is like (RFC 8707). A client names the resources it may ask for; the scopes it has are those
 * that a token for one of them can have.
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

/** Whether a token was made for this client: it names the client, or a resource that the client names as its own. */
export function isAudience(client: Client, audience: string | string[] | undefined): boolean {
  const all = [audience].flat();
  return all.some(
    (one) => one !== undefined && (one === client.clientId || settingsOf(client).resources.includes(one)),
  );
}
