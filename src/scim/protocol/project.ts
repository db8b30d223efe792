import { Failure } from '../../failure.ts';
import { isObject } from '../../lib/object.ts';
import { findAttribute } from './path.ts';
import type { ScimResource } from './resource.ts';
import type { Attribute, Attributes, ResourceType } from './schema.ts';

/** Which attributes a client wants to see (RFC 7644 section 3.9). */
export interface Projection {
  type: ResourceType;
  /** Canonical paths, or URNs of extensions; undefined: those returned by default. */
  include?: ReadonlySet<string>;
  exclude: ReadonlySet<string>;
}

/** As in a query, separated by commas, or as in the body of a search. */
type Names = string | readonly string[] | undefined;

const mostNames = 200;

/**
 * Names the schema does not know are passed over.
 * @throws {Failure} SCIM_VALUE_INVALID when both are given, which section 3.9 forbids
 */
export function parseProjection(
  type: ResourceType,
  { attributes, excludedAttributes }: { attributes?: Names; excludedAttributes?: Names },
): Projection {
  const include = namesIn(attributes);
  const exclude = namesIn(excludedAttributes);
  if (include.length > 0 && exclude.length > 0)
    throw new Failure('SCIM_VALUE_INVALID', { detail: 'send attributes or excludedAttributes, not both' });
  return {
    type,
    ...(include.length > 0 && { include: canonical(type, include) }),
    exclude: canonical(type, exclude),
  };
}

function namesIn(names: Names): string[] {
  const list = typeof names === 'string' ? names.split(',') : [...(names ?? [])];
  const given = list.map((name) => name.trim()).filter((name) => name !== '');
  if (given.length > mostNames)
    throw new Failure('SCIM_VALUE_INVALID', { detail: `at most ${mostNames} attributes can be named` });
  return given;
}

const canonical = (type: ResourceType, names: string[]): Set<string> =>
  new Set(
    names.flatMap((name) => {
      const extension = type.extensionAttributes.get(name.toLowerCase());
      if (extension) return [extension.schema];
      const found = findAttribute(type, name);
      return found ? [(found.sub ?? found.attribute).path] : [];
    }),
  );

/**
 * Returns the attributes of a resource that the client sees (RFC 7643 section 2.2 `returned`). `schemas` names the
 * schemas in the response. Names that no schema knows are never shown.
 */
export function project(
  type: ResourceType,
  resource: ScimResource,
  projection: Projection,
): Record<string, unknown> {
  const extensions = [...type.extensionAttributes.values()].flatMap(({ schema, attributes }) => {
    const part = resource[schema];
    const shownPart = isObject(part) ? shown(attributes, part, projection) : {};
    return Object.keys(shownPart).length > 0 ? [[schema, shownPart] as const] : [];
  });
  const schemas = [type.schema, ...extensions.map(([schema]) => schema)];
  return { schemas, ...shown(type.attributes, resource, projection), ...Object.fromEntries(extensions) };
}

/**
 * Returns whether an attribute can be in the response. Expensive attributes, such as members, are loaded only in this
 * case.
 */
export function wants(projection: Projection, path: string): boolean {
  const found = findAttribute(projection.type, path);
  if (found === undefined) return false;
  const { attribute, sub } = found;
  return isShown(attribute, projection) && (!sub || isShown(sub, projection, attribute));
}

function shown(attributes: Attributes, from: Record<string, unknown>, projection: Projection) {
  const result: Record<string, unknown> = {};
  for (const attribute of attributes.values()) {
    if (attribute.storage.computed === 'schemas' || !Object.hasOwn(from, attribute.name)) continue;
    if (!isShown(attribute, projection)) continue;
    const value = shownValue(attribute, from[attribute.name], projection);
    if (value !== undefined) result[attribute.name] = value;
  }
  return result;
}

function shownValue(attribute: Attribute, value: unknown, projection: Projection): unknown {
  if (value === undefined || value === null) return undefined;
  if (attribute.type !== 'complex') return value;
  if (Array.isArray(value)) {
    const elements = value.map((each) => shownElement(attribute, each, projection)).filter((each) => each);
    return elements.length > 0 ? elements : undefined;
  }
  return shownElement(attribute, value, projection);
}

function shownElement(attribute: Attribute, value: unknown, projection: Projection): unknown {
  if (!isObject(value)) return undefined;
  const element: Record<string, unknown> = {};
  for (const sub of attribute.subAttributes.values()) {
    const item = Object.hasOwn(value, sub.name) ? value[sub.name] : undefined;
    if (item !== undefined && item !== null && isShown(sub, projection, attribute)) element[sub.name] = item;
  }
  return Object.keys(element).length > 0 ? element : undefined;
}

function isShown(attribute: Attribute, { include, exclude }: Projection, parent?: Attribute): boolean {
  const { returned, path, schema } = attribute;
  if (returned === 'never') return false;
  if (returned === 'always') return true;
  if (include === undefined) return returned !== 'request' && !exclude.has(path) && !exclude.has(schema);
  if (include.has(path)) return true;
  if (returned === 'request') return false;
  if (include.has(schema) || (parent && include.has(parent.path))) return true;
  return parent === undefined && [...attribute.subAttributes.values()].some((sub) => include.has(sub.path));
}
