import { resourceKey } from '../../lib/resource-key.ts';
import type { ClientOrigin } from '../client-origin.ts';
import { isStranger } from '../strangers.ts';
import type { ResourceSettings } from './parts.ts';

/** The resources of a tenant, by {@link resourceKey}. */
export type Resources = ReadonlyMap<string, ResourceSettings>;

export const resourcesByKey = (resources: readonly ResourceSettings[]): Resources =>
  new Map(resources.map((resource) => [resourceKey(resource.identifier), resource]));

/** Finds the resource of a tenant that a client or a token names. */
export const resourceNamed = (
  resources: Resources,
  identifier: string | undefined,
): ResourceSettings | undefined =>
  identifier === undefined ? undefined : resources.get(resourceKey(identifier));

/** A client that asks for a resource. */
export interface Asker {
  clientId: string;
  origin: ClientOrigin;
  /** The identifiers that the client lists itself. */
  resources: readonly string[];
  /** The scopes of OpenID Connect and of the tenant that it may ask for, without those of resources. */
  ownScopes: readonly string[];
}

/**
 * Returns the scopes that a client may ask for at a resource. A client that the resource admits may ask for all of them. A client that only
 * lists the identifier itself has its own scopes there, as far as the resource has them, too.
 * @returns undefined if it may not ask for the resource at all
 */
export function scopesAt(resource: ResourceSettings, asker: Asker): readonly string[] | undefined {
  if (isStranger(asker)) return resource.agents ? resource.scopes : undefined;
  if (resource.clients === null || resource.clients.includes(asker.clientId)) return resource.scopes;
  const key = resourceKey(resource.identifier);
  if (!asker.resources.some((one) => resourceKey(one) === key)) return undefined;
  return resource.scopes.filter((scope) => asker.ownScopes.includes(scope));
}

/** Returns the scopes of all resources that a client may ask for. */
export const scopesOfResources = (resources: Resources, asker: Asker): string[] =>
  [...resources.values()].flatMap((resource) => scopesAt(resource, asker) ?? []);
