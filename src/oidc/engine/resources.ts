import { type Client, errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { isCommandLine } from '../../lib/command-line-id.ts';
import { apiScopes } from '../command-line.ts';
import { isOwnApi } from '../own-api.ts';
import { settingsOf } from './clients.ts';

/**
 * Returns the settings of tokens for a resource (RFC 8707). A client lists the resources that it may ask for. A token
 * for one of them can have the scopes of the client. Only the command line gets tokens for our API, even if the row of another client lists it.
 * @throws {errors.InvalidTarget} for one that the client may not ask for
 */
export function resourceServerOf(client: Client, resource: string, baseUrl: string): ResourceServer {
  const { resources, accessTokenTtl } = settingsOf(client);
  const isOurs = isCommandLine(client.clientId);
  if (!resources.includes(resource) || (!isOurs && isOwnApi(resource, baseUrl)))
    throw new errors.InvalidTarget();
  return {
    audience: resource,
    scope: isOurs ? apiScopes.join(' ') : (client.scope ?? ''),
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

/**
 * Has the command line name the scopes of a sign-in. They are those of our API, and nothing is dropped: a user reads them on the page that asks
 * for consent.
 * @throws {errors.InvalidScope} for another scope, and for none
 */
export function requireApiScopes({ oidc: { params } }: KoaContextWithOIDC): void {
  const asked = typeof params?.['scope'] === 'string' ? params['scope'].split(' ') : [];
  if (asked.length === 0)
    throw new errors.InvalidScope(
      'scope is missing; name scopes of the API, such as identities.read, or * for all rights of the user',
      '',
    );
  const unknown = asked.filter((scope) => !apiScopes.includes(scope));
  if (unknown.length > 0)
    throw new errors.InvalidScope('scope names what is not a scope of the API', unknown.join(' '));
}
