import { type Client, errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { isCommandLine } from '../../lib/command-line-id.ts';
import { apiScopes } from '../command-line.ts';
import { isOwnApi } from '../own-api.ts';
import { isStranger, strangerLifetimes } from '../strangers.ts';
import { type ClientSettings, settingsOf } from './clients.ts';
import type { ResourceSettings } from './parts.ts';
import { type Resources, resourceNamed, scopesAt } from './resource-scopes.ts';

/** The parts of an instance that decide about resources. `baseUrl` is the public origin. */
export interface ResourceParts {
  resources: Resources;
  baseUrl: string;
}

/**
 * Returns the settings of tokens for a resource (RFC 8707). The settings of a resource of the tenant hold for each client. For another
 * identifier, those of a client hold that lists it. Only the command line gets tokens for our API, even if the row of another client lists it.
 * @throws {errors.InvalidTarget} for one that the client may not ask for
 */
export function resourceServerOf(
  client: Client,
  identifier: string,
  { resources, baseUrl }: ResourceParts,
): ResourceServer {
  const scopes = scopesOfResource(client, identifier, { resources, baseUrl });
  if (!scopes) throw new errors.InvalidTarget();
  const resource = isCommandLine(client.clientId) ? undefined : resourceNamed(resources, identifier);
  return {
    audience: resource?.identifier ?? identifier,
    scope: scopes.join(' '),
    accessTokenTTL: lifetimeFor(settingsOf(client), resource),
    // Whether it is signed is decided where tokens are given their form (access-tokens.ts).
    accessTokenFormat: 'opaque',
  };
}

/** Returns the scopes that a client may ask for at a resource; undefined if it may not ask for the resource. */
export function scopesOfResource(
  client: Client,
  identifier: string,
  { resources, baseUrl }: ResourceParts,
): readonly string[] | undefined {
  const { clientId } = client;
  const settings = settingsOf(client);
  if (isCommandLine(clientId)) return settings.resources.includes(identifier) ? apiScopes : undefined;
  if (isOwnApi(identifier, baseUrl)) return undefined;
  const resource = resourceNamed(resources, identifier);
  if (resource) return scopesAt(resource, { clientId, ...settings });
  return settings.resources.includes(identifier) ? settings.ownScopes : undefined;
}

/** Returns how long a token of a client lives, in seconds. @param resource the one that the token is for, if the tenant has it */
export function lifetimeFor(
  client: Pick<ClientSettings, 'origin' | 'accessTokenTtl'>,
  resource: Pick<ResourceSettings, 'accessTokenTtl' | 'accessTokenFormat'> | undefined,
): number {
  if (!resource) return client.accessTokenTtl;
  const isShort = isStranger(client) && resource.accessTokenFormat === 'jwt';
  return isShort
    ? Math.min(resource.accessTokenTtl, strangerLifetimes.accessTokenTtl)
    : resource.accessTokenTtl;
}

/** Returns the form of a token of a client. @param resource the one that the token is for, if the tenant has it */
export const formatFor = (
  client: Pick<ClientSettings, 'accessTokenFormat'>,
  resource: Pick<ResourceSettings, 'accessTokenFormat'> | undefined,
): 'jwt' | 'opaque' => (resource ?? client).accessTokenFormat;

/**
 * Whether a token was made for this client: it names the client, or a resource that the client is. A resource that the client may only
 * ask tokens for does not count (docs/decisions/0095).
 */
export function isAudience(
  client: Client,
  audience: string | string[] | undefined,
  resources: Resources,
): boolean {
  const all = [audience].flat();
  return all.some(
    (one) =>
      one !== undefined &&
      (one === client.clientId ||
        settingsOf(client).servedResources.includes(one) ||
        resourceNamed(resources, one)?.servedBy.includes(client.clientId) === true),
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
