import type { Resource, Resources } from '../platform/resources.ts';
import { firstOf } from './paths.ts';

/** A kind of objects, with its place in the order in which objects are made. */
export interface Kind extends Resource {
  kind: string;
  order: number;
  /** The fields that an object keeps, without acts. */
  fields: readonly string[];
  /** Fields that are secrets, or have secrets in them. */
  secretFields: ReadonlySet<string>;
  /** The kinds that its references name. */
  refersTo: readonly string[];
}

export type Kinds = ReadonlyMap<string, Kind>;

/** The key of an object whose kind exists once. */
export const onlyKey = 'default';

/** Whether a kind has one object in each tenant, which is neither made nor deleted. */
export const isSingle = ({ operations }: Kind): boolean => operations.list === undefined;

/** Whether the objects of a kind have keys that follow from their fields. */
export const hasOwnKeys = (kind: Kind): boolean => isSingle(kind) || kind.parts !== undefined;

export const kindsOf = (resources: Resources): Kinds =>
  new Map(
    Object.entries(resources).map(([kind, resource], order) => {
      const { created, changed, acts = [], secrets = {}, references = {} } = resource;
      return [
        kind,
        {
          ...resource,
          kind,
          order,
          fields: [...new Set([...created, ...changed])].filter((field) => !acts.includes(field)),
          secretFields: new Set((secrets.given ?? []).map(firstOf)),
          refersTo: [...new Set(Object.values(references).flat())],
        },
      ];
    }),
  );
