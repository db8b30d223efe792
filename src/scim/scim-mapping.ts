import { isDeepStrictEqual } from 'node:util';
import { isObject, ownValue } from '../lib/object.ts';
import { addressOf, type PostalAddress, refusalOfProfileValue } from '../lib/profile-values.ts';
import type { Attribute, Attributes, ResourceType } from './protocol/schema.ts';
import type { ScimResource } from './protocol/resource.ts';
import { leadingOf, type UserValues } from '../users/directory/sql/attributes.ts';

/**
 * The stored values of a resource, in the places that its schema names (scim-schemas/README.md). Fields of the entity
 * stand under their names, and single values without a column under canonical names. Multi-valued attributes stand
 * under their paths. Computed values are made of all these.
 */
export interface Stored {
  fields: Readonly<Record<string, unknown>>;
  scim: Readonly<Record<string, unknown>>;
  values: UserValues;
  computed: ReadonlyMap<string, unknown>;
}

/** The resource without what only its address tells: `$ref`, `meta.location` and their like. */
export function resourceOf(type: ResourceType, stored: Stored): ScimResource {
  const resource = readAll(type.attributes, stored, stored.scim);
  for (const { schema, attributes } of type.extensionAttributes.values())
    put(resource, schema, withValues(readAll(attributes, stored, ownValue(stored.scim, schema))));
  return resource;
}

function readAll(attributes: Attributes, stored: Stored, kept: unknown): ScimResource {
  const found: ScimResource = {};
  for (const each of attributes.values())
    put(found, each.name, read(each, stored, ownValue(kept, each.name)));
  return found;
}

function read(attribute: Attribute, stored: Stored, kept: unknown): unknown {
  const { fields, values, computed } = stored;
  const { column, attribute: key, computed: rule } = attribute.storage;
  if (rule !== undefined) return computed.get(rule);
  if (column !== undefined) return wire(fields[fieldOf(column)]);
  if (key !== undefined) return textOf(ownValue(fields['attributes'], key));
  if (attribute.multiValued) {
    const elements = values.get(attribute.path) ?? [];
    return elements.length > 0 ? elements : undefined;
  }
  if (attribute.type !== 'complex') return kept;
  return withValues(readAll(attribute.subAttributes, stored, kept));
}

/**
 * The values to store for a resource. Computed values and a password are not included: the rules of the type handle
 * them.
 */
export interface Storing {
  fields: Record<string, string | null>;
  /** The leading element of `addresses`; undefined where the type has none. */
  address?: PostalAddress | null;
  scim: Record<string, unknown>;
  values: Map<string, unknown[]>;
  /** By the keys of `users.attributes`. */
  attributes: Map<string, string | null>;
}

/** Names every place of the schema, so that what the resource lacks is cleared. */
export function storingOf(type: ResourceType, resource: ScimResource): Storing {
  const storing: Storing = { fields: {}, scim: {}, values: new Map(), attributes: new Map() };
  storing.scim = writeAll(type.attributes, resource, storing);
  for (const { schema, attributes } of type.extensionAttributes.values())
    put(storing.scim, schema, withValues(writeAll(attributes, ownValue(resource, schema), storing)));
  return storing;
}

/**
 * The fields whose lists are the same in both. What others made of such a field stays: they may have cleared it, while
 * the list has more values.
 */
export const fieldsOfSameLists = (type: ResourceType, before: ScimResource, after: ScimResource): string[] =>
  [...type.attributes.values()].flatMap(({ name, storage: { mirror } }) =>
    mirror !== undefined && isDeepStrictEqual(ownValue(before, name), ownValue(after, name))
      ? [fieldOf(mirror)]
      : [],
  );

function writeAll(attributes: Attributes, values: unknown, into: Storing): Record<string, unknown> {
  const left: Record<string, unknown> = {};
  for (const each of attributes.values())
    put(left, each.name, write(each, ownValue(values, each.name), into));
  return left;
}

/** @returns what has no place of its own */
function write(attribute: Attribute, value: unknown, into: Storing): unknown {
  const { column, mirror, attribute: key, computed } = attribute.storage;
  if (attribute.mutability === 'readOnly' || computed !== undefined) return undefined;
  if (column !== undefined) {
    into.fields[fieldOf(column)] = typeof value === 'string' ? value : null;
    return undefined;
  }
  if (key !== undefined) {
    into.attributes.set(key, typeof value === 'string' ? value : null);
    return undefined;
  }
  if (attribute.multiValued) {
    const elements: unknown[] = Array.isArray(value) ? value : [];
    into.values.set(attribute.path, elements);
    if (mirror === 'address') into.address = leadingAddress(elements);
    else if (mirror !== undefined) into.fields[fieldOf(mirror)] = leadingValue(elements, mirror);
    return undefined;
  }
  if (attribute.type !== 'complex') return value;
  return withValues(writeAll(attribute.subAttributes, value, into));
}

const longestMirrored = 256;

/** A photo may be longer than its column, or have no address on the web; it is then SCIM's alone. */
function leadingValue(elements: readonly unknown[], mirror: string): string | null {
  const value = ownValue(elements[leadingOf(elements)], 'value');
  if (typeof value !== 'string' || value.length > longestMirrored) return null;
  return mirror === 'picture' && refusalOfProfileValue(mirror, value) !== undefined ? null : value;
}

function leadingAddress(elements: readonly unknown[]): PostalAddress | null {
  const element = elements[leadingOf(elements)];
  return isObject(element) ? addressOf(element) : null;
}

/** A value of `users.attributes` as SCIM, whose attributes have one type each, shows it. */
export function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `first_name` is the field `firstName` of the entity. */
function fieldOf(column: string): string {
  let field = fieldsOf.get(column);
  if (field === undefined) {
    field = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    fieldsOf.set(column, field);
  }
  return field;
}

/** Only schemas name columns, so they are few. */
const fieldsOf = new Map<string, string>();

const wire = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : (value ?? undefined);

function put(into: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) into[name] = value;
}

const withValues = (values: Record<string, unknown>): Record<string, unknown> | undefined =>
  Object.keys(values).length > 0 ? values : undefined;
