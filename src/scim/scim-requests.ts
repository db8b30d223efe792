import { Failure } from '../failure.ts';
import { cut } from '../lib/cut.ts';
import { isObject } from '../lib/object.ts';
import { findAttribute } from './protocol/path.ts';
import type { ScimResource } from './protocol/resource.ts';
import type { Attributes, ResourceType } from './protocol/schema.ts';

const mostAsked = 100;
const longestAsked = 200;

/** An operation on an attribute, as the provisioning log has it. */
interface Asked {
  op: string;
  path: string | null;
}

/**
 * Returns the operations of a PATCH in short, for the provisioning log. Values are left out: one might be a
 * password.
 */
export const askedOfPatch = (body: unknown): Asked[] =>
  (operationsOf(body) ?? []).flatMap(askedOfOperation).slice(0, mostAsked);

function askedOfOperation(operation: unknown): Asked[] {
  const sent = own(operation, 'op');
  const op = typeof sent === 'string' ? short(sent) : '';
  const path = own(operation, 'path');
  if (typeof path === 'string') return [{ op, path: short(path) }];
  const value = own(operation, 'value');
  const paths = [value].flat().flatMap(namesIn);
  return paths.length > 0 ? paths.map((name) => ({ op, path: short(name) })) : [{ op, path: null }];
}

/** Returns the names in a sent resource, which tell in short what was asked. */
export const askedOfResource = (body: unknown, op: 'add' | 'replace'): Asked[] =>
  namesIn(body)
    .slice(0, mostAsked)
    .map((name) => ({ op, path: short(name) }));

/** Returns in short the operations of a change that was refused before any handler read it. */
export const askedOf = (method: string, body: unknown): Asked[] =>
  method === 'PATCH' ? askedOfPatch(body) : askedOfResource(body, method === 'PUT' ? 'replace' : 'add');

const isText = (value: unknown): boolean => typeof value === 'string';
/** Some clients send the names as a query has them: one text, with commas. */
const isNames = (value: unknown): boolean => isText(value) || (Array.isArray(value) && value.every(isText));

/** The members of a search's body that mean something, and what they take. */
const searched = new Map<string, (value: unknown) => boolean>([
  ['filter', isText],
  ['sortBy', isText],
  ['sortOrder', isText],
  ['cursor', isText],
  ['startIndex', Number.isSafeInteger],
  ['count', Number.isSafeInteger],
  ['attributes', isNames],
  ['excludedAttributes', isNames],
]);

/**
 * The body of a search with its names as RFC 7644 section 3.4.3 spells them: they may come in any case (RFC 7643 section
 * 2.1), and a search that passed over its `Filter` would answer everybody.
 * @throws {Failure} SCIM_VALUE_INVALID
 */
export function searchIn<Body extends object>(body: Body): Body {
  const entries = [...searched].flatMap(([name, fits]) => {
    const value = own(body, name);
    if (value === undefined || value === null) return [];
    if (!fits(value)) throw new Failure('SCIM_VALUE_INVALID', { detail: `${name} has a wrong type` });
    return [[name, value]];
  });
  return Object.fromEntries(entries) as Body;
}

/** Whether a patch may set a password: rather once too often than once too seldom. */
export const mentionsPassword = (patch: unknown): boolean =>
  askedNames(patch).some((name) => name.toLowerCase().includes('password'));

const askedNames = (patch: unknown): string[] =>
  (operationsOf(patch) ?? []).flatMap((operation) => {
    const path = own(operation, 'path');
    return [...(typeof path === 'string' ? [path] : []), ...deepNamesIn(own(operation, 'value'))];
  });

/** Whether a resource that was sent has this attribute at all, null and empty ones included. */
export const names = (body: unknown, type: ResourceType, name: string): boolean =>
  namesIn(body).some((key) => {
    const found = findAttribute(type, key);
    return found?.attribute.name === name && !found.sub;
  });

/**
 * Returns the resource after a PUT (RFC 7644 section 3.5.1). A PUT clears the attributes that it does not name.
 * Read-only values stay, and so do values with rules of their own (`active`, members). A directory does not
 * decide these values by leaving them out.
 */
export function replacing(type: ResourceType, before: ScimResource, sent: ScimResource): ScimResource {
  const extensions = [...type.extensionAttributes.values()].flatMap(({ schema, attributes }) => {
    const value = merged(attributes, own(before, schema), own(sent, schema));
    return Object.keys(value).length > 0 ? [[schema, value] as const] : [];
  });
  return { ...merged(type.attributes, before, sent), ...Object.fromEntries(extensions) };
}

function merged(attributes: Attributes, before: unknown, sent: unknown): ScimResource {
  return Object.fromEntries(
    [...attributes.values()].flatMap(({ name, mutability, storage }) => {
      const stays = mutability === 'readOnly' || storage.computed !== undefined;
      const value = own(sent, name) ?? (stays ? own(before, name) : undefined);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function operationsOf(body: unknown): unknown[] | undefined {
  const [, operations] =
    Object.entries(isObject(body) ? body : {}).find(([name]) => name.toLowerCase() === 'operations') ?? [];
  return Array.isArray(operations) ? operations : undefined;
}

const namesIn = (value: unknown): string[] => (isObject(value) ? Object.keys(value) : []);

/** Also in lists: without a path, a list of one object is taken as that object. */
const deepNamesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(deepNamesIn);
  return isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...deepNamesIn(inner)])
    : [];
};

/** By a name in any case; never what the prototype has. */
function own(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  const key = Object.keys(value).find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : value[key];
}

const short = (text: string): string => cut(text, longestAsked);
