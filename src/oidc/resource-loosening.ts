import { isObject } from '../lib/object.ts';
import type { FieldChange } from '../platform/events.ts';
import {
  ifGains,
  ifGainsOrNull,
  ifHigher,
  ifNot,
  ifOn,
  type Loosens,
  loosensAmong,
  loosensBy,
  never,
} from '../lib/loosening.ts';
import type { OidcResource } from './entities/oidc-resource.ts';

const namesOf = (scopes: unknown): unknown =>
  Array.isArray(scopes) ? scopes.map((scope: unknown) => isObject(scope) && scope['name']) : [];

/** Fields with which more clients reach a resource, or do more there. */
const giving = {
  // Users read the other fields of a scope when they consent.
  scopes: (from, to) => ifGains(namesOf(from), namesOf(to)),
  clients: ifGainsOrNull,
  agents: ifOn,
  servedBy: ifGains,
} satisfies Partial<Record<keyof OidcResource, Loosens>>;

/** The other fields. A field in neither list loosens with any change. */
const others = {
  name: never,
  description: never,
  accessTokenTtl: ifHigher,
  // A signed token is valid until it expires, and an opaque one until it is revoked.
  accessTokenFormat: ifNot('opaque'),
} satisfies Partial<Record<keyof OidcResource, Loosens>>;

/** Tells whether more clients reach a resource than before, or do more there. Neither ends by itself. */
export const resourceGivesMore = (changes: readonly FieldChange[]): boolean => loosensAmong(giving, changes);

/** Tells whether a change gives more than before, or gives it for longer. */
export const loosensResource = (changes: readonly FieldChange[]): boolean =>
  loosensBy({ ...giving, ...others }, changes);
