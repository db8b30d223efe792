import { Failure } from '../../failure.ts';
import { isObject } from '../../lib/object.ts';
import { parsePath } from './filter.ts';
import { findAttribute } from './path.ts';
import { type Attribute, everyAttribute, type ResourceType } from './schema.ts';
import { Ignored, isGiven, readAttribute, refuseValue, valueLimits } from './values.ts';

/** Canonical names; attributes of extensions under their URN; nothing for what is absent. Names are never a client's. */
export type ScimResource = Record<string, unknown>;

/**
 * Reads the body of POST and PUT (RFC 7644 sections 3.3 and 3.5.1). Names may be in any case, and dotted or prefixed by
 * their URN; "True" stands for true. Read-only attributes are dropped, and so is `schemas`, which the response makes
 * again.
 * @returns `ignored`: the paths no schema knows
 * @throws {Failure} SCIM_SYNTAX_INVALID no object; SCIM_PATH_INVALID, SCIM_FILTER_INVALID a name with a broken filter; SCIM_VALUE_INVALID anything else
 */
export function readResource(
  type: ResourceType,
  body: unknown,
): { resource: ScimResource; ignored: string[] } {
  if (!isObject(body)) throw new Failure('SCIM_SYNTAX_INVALID', { detail: 'the body must be a JSON object' });
  const entries = Object.entries(body);
  requireSchema(type, entries.find(([key]) => key.toLowerCase() === 'schemas')?.[1]);
  const resource: ScimResource = {};
  const ignored = new Ignored();
  for (const [key, value] of entries) {
    const extension = type.extensionAttributes.get(key.toLowerCase());
    if (extension === undefined) place(type, resource, key, value, ignored);
    else if (value !== null) {
      if (!isObject(value))
        throw new Failure('SCIM_VALUE_INVALID', { detail: `${extension.schema} must be an object` });
      for (const [name, item] of Object.entries(value))
        place(type, resource, `${extension.schema}:${name}`, item, ignored);
    }
  }
  requireComplete(type, resource);
  return { resource, ignored: ignored.paths };
}

function requireSchema(type: ResourceType, schemas: unknown): void {
  const isThere =
    Array.isArray(schemas) &&
    schemas.some((each) => typeof each === 'string' && each.toLowerCase() === type.schema.toLowerCase());
  if (!isThere) throw new Failure('SCIM_VALUE_INVALID', { detail: `schemas must contain ${type.schema}` });
}

function place(
  type: ResourceType,
  resource: ScimResource,
  path: string,
  value: unknown,
  ignored: Ignored,
): void {
  const isFiltered = path.includes('[');
  const found = findAttribute(type, isFiltered ? parsePath(path).path : path);
  if (found === undefined) return ignored.add(path);
  const { attribute, sub, extension } = found;
  if (isGiven(attribute)) return;
  if (isFiltered || (sub && attribute.multiValued)) {
    // If the member were left out, the response would say 201 or 200, and the value would be lost.
    refuseValue(
      attribute,
      'must be sent under its own name; a filter, or a part of its values, is a path of PATCH',
    );
  }
  const read = readAttribute(attribute, sub ? { [sub.name]: value } : value, ignored);
  if (read === undefined) return;
  const container = extension ? containerIn(resource, extension.schema) : resource;
  const before = container[attribute.name];
  // The same attribute may come in parts, `name.givenName` beside `name`, but no part twice.
  if (before !== undefined) {
    const isParted = isObject(before) && isObject(read);
    if (!isParted || Object.keys(read).some((name) => Object.hasOwn(before, name)))
      refuseValue(attribute, 'is sent twice');
  }
  container[attribute.name] = isObject(before) && isObject(read) ? { ...before, ...read } : read;
}

/** The object a resource has under `name`, made when there is none. */
export function containerIn(resource: ScimResource, name: string): Record<string, unknown> {
  const there = resource[name];
  if (isObject(there)) return there;
  const made: Record<string, unknown> = {};
  resource[name] = made;
  return made;
}

/** Returns the value of an attribute in a resource. */
export function valueOf(type: ResourceType, resource: ScimResource, attribute: Attribute): unknown {
  const container = attribute.schema === type.schema ? resource : resource[attribute.schema];
  return isObject(container) && Object.hasOwn(container, attribute.name)
    ? container[attribute.name]
    : undefined;
}

/** A page shows 200 of them, and the trail keeps what each change made of a list. */
const mostCharacters = 131_072;

/** @throws {Failure} SCIM_VALUE_INVALID unless all that is required is there, no list is too long, and all not too large */
export function requireComplete(type: ResourceType, resource: ScimResource): void {
  let characters = 0;
  for (const attribute of everyAttribute(type)) {
    if (isGiven(attribute)) continue;
    const value = valueOf(type, resource, attribute);
    if (value === undefined) {
      if (attribute.required) refuseValue(attribute, 'is required');
      continue;
    }
    const elements = Array.isArray(value) ? value : [value];
    if (attribute.storage.computed !== 'members') {
      if (elements.length > valueLimits.elements)
        refuseValue(attribute, `may have at most ${valueLimits.elements} values`);
      characters += JSON.stringify(value).length;
      if (characters > mostCharacters)
        refuseValue(attribute, `makes the ${type.name} larger than 128 KB as JSON`);
    }
    for (const sub of attribute.subAttributes.values())
      if (sub.required && !elements.every((each) => isObject(each) && Object.hasOwn(each, sub.name)))
        refuseValue(sub, 'is required');
  }
}
