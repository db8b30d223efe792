import { OidcResource } from './entities/oidc-resource.ts';
import { resourceKey } from '../lib/resource-key.ts';
import { withoutDisguise } from '../lib/shown-text.ts';
import type { Tx } from '../platform/tx.ts';

/** How users read a resource. */
export interface ResourceInWords {
  name: string;
  /** The host, or the whole identifier if that has no host. Only its owner has a host, and anybody can take a name. */
  place: string;
  /** The scopes as users read them, by name. */
  scopes: ReadonlyMap<string, { text: string; description: string | null }>;
}

/** Finds the words of a resource by the identifier that a client has sent. */
export type ResourcesInWords = (identifier: string) => ResourceInWords | undefined;

/** Reads the resources of a tenant as users read them, without disguising signs. */
export async function resourcesInWords(tx: Tx): Promise<ResourcesInWords> {
  const resources = await tx.find(OidcResource, {});
  const words = new Map(resources.map((one) => [resourceKey(one.identifier), wordsOf(one)]));
  return (identifier) => words.get(resourceKey(identifier));
}

function wordsOf({ identifier, name, scopes }: OidcResource): ResourceInWords {
  const url = new URL(identifier);
  return {
    name: withoutDisguise(name),
    place: url.host || identifier,
    scopes: new Map(
      scopes.map(({ name: scope, displayName, description }) => [
        scope,
        {
          text: (displayName && withoutDisguise(displayName)) || scope,
          description: description && withoutDisguise(description),
        },
      ]),
    ),
  };
}
