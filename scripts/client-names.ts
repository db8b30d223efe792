// The names of operations in the client libraries: `verifyCredential` of the tag credentials is `credentials.verify`.
import type { Operation } from '../src/lib/contract.ts';

export interface ClientName {
  /** The family as a property of the client: `oidcClients`. */
  family: string;
  /** The operationId without the family's noun: `rotateSecret`. */
  method: string;
}

/** Returns a name of the contract, such as `oidc-clients` or `identity.created`, in PascalCase. */
export const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Returns the singular of a word of the contract. */
export const singular = (plural: string): string =>
  plural
    .replace(/ies$/, 'y')
    .replace(/(?<=ss|sh|ch|x)es$/, '')
    .replace(/(?<![su])s$/, '');

/** Returns how clients walk through the pages of an operation, or undefined if it has none. */
export const pageStyleOf = ({ method, parameters }: Operation): 'offset' | 'page' | undefined =>
  method === 'GET'
    ? (['offset', 'page'] as const).find((style) =>
        parameters.some((one) => one.in === 'query' && one.name === style),
      )
    : undefined;

/** The names that the classes of the clients have already, in one language or the other. */
const reserved = ['', 'constructor', 'send', 'pages', 'items'];

/** The names of all operations by id, in camelCase. @throws when one is taken, by another or by the clients */
export function clientNames(operations: Operation[]): Map<string, ClientName> {
  const names = new Map<string, ClientName>();
  const taken = new Set<string>();
  for (const { id, tag } of operations) {
    const plural = pascal(tag);
    const noun = [plural, singular(plural)].find((one) => new RegExp(`${one}(?![a-z])`).test(id));
    const family = plural.charAt(0).toLowerCase() + plural.slice(1);
    const method = noun === undefined ? id : id.replace(noun, '');
    if (reserved.includes(method) || taken.has(`${family}.${method}`))
      throw new Error(`${id} cannot be ${family}.${method}: that is taken`);
    taken.add(`${family}.${method}`);
    names.set(id, { family, method });
  }
  return names;
}

/** Headers that the options of a call send, and those of libraries for server-sent events, for which a parameter of the query says the same. */
const knownHeaders = ['Idempotency-Key', 'If-Match', 'X-Dry-Run', 'X-Wrap-Ttl', 'Last-Event-ID'];

/** Returns the parameters that no client library sends, such as `the cookie theme`. */
export const unsentParameters = ({ parameters }: Operation): string[] =>
  parameters
    .filter((one) => one.in === 'cookie' || (one.in === 'header' && !knownHeaders.includes(one.name ?? '')))
    .map((one) => `the ${one.in} ${one.name}`);
