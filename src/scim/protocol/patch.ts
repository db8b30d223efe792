import { Failure } from '../../failure.ts';
import { isObject } from '../../lib/object.ts';
import { bindElementFilter } from './bind.ts';
import { type ElementPatch, filled, type PatchOp, patchElements } from './elements.ts';
import { type Path, parsePath } from './filter.ts';
import { type MemberChange, Members } from './members.ts';
import { findAttribute } from './path.ts';
import type { ScimProfile } from './profile.ts';
import { containerIn, requireComplete, type ScimResource } from './resource.ts';
import type { Attribute, Extension, ResourceType } from './schema.ts';
import { Texts } from './texts.ts';
import { type Element, Ignored, isGiven, readAttribute } from './values.ts';

export interface PatchResult {
  resource: ScimResource;
  /** The changes to the members of a group. Members in `resource.members` are left alone. */
  members: MemberChange[];
  /** Paths in values without a path that no schema knows. */
  ignored: string[];
}

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const mostOperations = 1000;

/**
 * Applies a PATCH body (RFC 7644 section 3.5.2), in order, all of it or nothing. Also what Entra ID and Okta send:
 * capital letters in `op`, "True" for true, dotted and prefixed names in a value without a path.
 *
 * Yields after each few milliseconds at most. A small body may ask for much work: the caller decides how much is too
 * much, and when others get their turn (`inTurns`).
 * @param resource as stored, canonical; it is left as it was
 * @throws {Failure} SCIM_SYNTAX_INVALID, SCIM_PATH_INVALID, SCIM_FILTER_INVALID, SCIM_NO_TARGET, SCIM_MUTABILITY,
 *   SCIM_VALUE_INVALID, PAYLOAD_TOO_LARGE; `detail` names the operation
 */
export function* applyPatch(
  type: ResourceType,
  resource: ScimResource,
  body: unknown,
  options: { profile: ScimProfile },
): Generator<undefined, PatchResult> {
  const operations = readOperations(body);
  const patch = new Patch(type, structuredClone(resource), new Members(options.profile));
  for (const [at, operation] of operations.entries()) {
    try {
      yield* patch.apply(operation);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new Failure(error.code, { detail: `Operations[${at}]: ${String(error.details.detail)}` });
    }
  }
  patch.end();
  requireComplete(type, patch.resource);
  return { resource: patch.resource, members: patch.members.changes, ignored: patch.ignored.paths };
}

function readOperations(body: unknown): unknown[] {
  const schemas = field(body, 'schemas');
  const named = Array.isArray(schemas) && schemas.some((each) => lower(each) === lower(patchSchema));
  if (!named) throw syntax(`schemas must contain ${patchSchema}`);
  const operations = field(body, 'operations');
  if (!Array.isArray(operations) || operations.length === 0)
    throw syntax('Operations must be a list with at least one operation');
  if (operations.length > mostOperations)
    throw syntax(`Operations may have at most ${mostOperations} operations`);
  return operations;
}

class Patch {
  readonly resource: ScimResource;
  readonly members: Members;
  readonly ignored = new Ignored();
  private readonly type: ResourceType;
  readonly texts = new Texts();
  /** The attributes whose elements an operation looked for. */
  private readonly filtered = new Set<Attribute>();

  constructor(type: ResourceType, resource: ScimResource, members: Members) {
    this.type = type;
    this.resource = resource;
    this.members = members;
  }

  *apply(operation: unknown): Generator<undefined, void> {
    requireOwnNames(operation);
    const op = opOf(field(operation, 'op'));
    const path = field(operation, 'path') ?? '';
    const value = field(operation, 'value');
    if (typeof path !== 'string') throw syntax('path must be text');
    if (op !== 'remove' && value === undefined) throw invalidValue(`${op} needs a value`);
    const extension = this.type.extensionAttributes.get(path.toLowerCase());
    if (extension) {
      yield* this.toExtension(op, extension, value);
      return;
    }
    if (path !== '' && path.toLowerCase() !== this.type.schema.toLowerCase()) {
      yield* this.toTarget(op, parsePath(path), value, false);
      return;
    }
    if (op === 'remove')
      throw new Failure('SCIM_NO_TARGET', { detail: 'remove requires the path of an attribute' });
    const attributes = Array.isArray(value) && value.length === 1 ? value[0] : value;
    if (!isObject(attributes)) throw invalidValue('without a path, value must be an object of attributes');
    for (const [name, item] of Object.entries(attributes)) {
      const named = this.type.extensionAttributes.get(name.toLowerCase());
      if (named) {
        yield* this.toExtension(op, named, item);
        continue;
      }
      // A name with a filter is a path in earnest: Entra ID sends `emails[type eq "work"].value` so.
      yield* this.toTarget(op, name.includes('[') ? parsePath(name) : { path: name }, item, true);
    }
  }

  /** @throws {Failure} SCIM_NO_TARGET */
  end(): void {
    for (const attribute of this.filtered) {
      const elements = this.resource[attribute.name];
      if (Array.isArray(elements)) this.resource[attribute.name] = filled(attribute, elements as Element[]);
    }
  }

  private *toExtension(op: PatchOp, { schema }: Extension, value: unknown): Generator<undefined, void> {
    if (op === 'remove' || value === null) {
      delete this.resource[schema];
      return;
    }
    if (!isObject(value)) throw invalidValue(`${schema} must be an object`);
    for (const [name, item] of Object.entries(value))
      yield* this.toTarget(op, { path: `${schema}:${name}` }, item, true);
  }

  /** @param lenient of a value without a path, what is unknown or read-only is left out, as POST does */
  private *toTarget(op: PatchOp, path: Path, value: unknown, lenient: boolean): Generator<undefined, void> {
    yield;
    const found = findAttribute(this.type, path.path);
    if (found === undefined) {
      if (!lenient)
        throw invalidPath(`${path.path.slice(0, 100)} is not an attribute of a ${this.type.name}`);
      this.ignored.add(path.path);
      return;
    }
    const { attribute, extension } = found;
    const { sub, filter } = within(attribute, found.sub, path);
    if (isReadOnly(attribute, sub)) {
      if (lenient) return;
      throw new Failure('SCIM_MUTABILITY', { detail: `${(sub ?? attribute).path} is read-only` });
    }
    if (sub && isGiven(sub)) return;
    const patch: ElementPatch = { op, value, ...(filter && { filter }), ...(sub && { sub }) };
    if (attribute.storage.computed === 'members') {
      this.members.patch(attribute, patch, this.ignored);
      return;
    }
    const container = extension ? containerIn(this.resource, extension.schema) : this.resource;
    const before = container[attribute.name];
    const after = yield* this.patched(attribute, before, patch);
    requireChangeable(
      sub ?? attribute,
      sub ? field(before, sub.name) : before,
      sub ? field(after, sub.name) : after,
    );
    if (after === undefined) delete container[attribute.name];
    else container[attribute.name] = after;
    if (extension && Object.keys(container).length === 0) delete this.resource[extension.schema];
  }

  private *patched(
    attribute: Attribute,
    before: unknown,
    patch: ElementPatch,
  ): Generator<undefined, unknown> {
    const { op, sub, value } = patch;
    if (attribute.multiValued && attribute.type === 'complex') {
      const elements = Array.isArray(before) ? (before as Element[]) : [];
      if (sub) this.filtered.add(attribute);
      const after = yield* patchElements(attribute, elements, patch, this);
      return after.length === 0 ? undefined : after;
    }
    if (op === 'remove') requireRemovable(sub ?? attribute);
    if (attribute.type !== 'complex')
      return op === 'remove' ? undefined : readAttribute(attribute, value, this.ignored);
    if (sub === undefined && (op === 'remove' || value === null || value === '')) return undefined;
    return this.patchedComplex(
      attribute,
      before,
      sub ? { [sub.name]: op === 'remove' ? null : value } : value,
    );
  }

  /**
   * Sub-attributes that are not named stay (section 3.5.2.3), null takes one away. What was made up for the answer, such
   * as the manager's name, goes: it is of the value before.
   */
  private patchedComplex(attribute: Attribute, before: unknown, value: unknown): Element | undefined {
    const element: Element = isObject(before) ? { ...before } : {};
    for (const sub of attribute.subAttributes.values()) {
      const given = field(value, sub.name);
      if (isGiven(sub) || given === null || given === '') delete element[sub.name];
    }
    Object.assign(element, readAttribute(attribute, value, this.ignored));
    return Object.keys(element).length === 0 ? undefined : element;
  }
}

/** The sub-attribute and the filter of a path that fit the attribute. */
function within(
  attribute: Attribute,
  named: Attribute | undefined,
  path: Path,
): Pick<ElementPatch, 'sub' | 'filter'> {
  if (path.filter === undefined) return named ? { sub: named } : {};
  if (named || !attribute.multiValued || attribute.type !== 'complex')
    throw invalidPath(`${path.path.slice(0, 100)} does not support a filter`);
  const filter = bindElementFilter(attribute, path.filter);
  if (path.sub === undefined) return { filter };
  const sub = attribute.subAttributes.get(path.sub.toLowerCase());
  if (sub === undefined)
    throw invalidPath(`${path.sub.slice(0, 100)} is not a sub-attribute of ${attribute.path}`);
  return { filter, sub };
}

const isReadOnly = (attribute: Attribute, sub: Attribute | undefined): boolean =>
  attribute.mutability === 'readOnly' || sub?.mutability === 'readOnly';

function requireRemovable(attribute: Attribute): void {
  if (attribute.required)
    throw new Failure('SCIM_MUTABILITY', { detail: `${attribute.path} is required and cannot be removed` });
}

function requireChangeable(attribute: Attribute, before: unknown, after: unknown): void {
  const isSet = attribute.mutability === 'immutable' && before !== undefined;
  if (isSet && JSON.stringify(before) !== JSON.stringify(after))
    throw new Failure('SCIM_MUTABILITY', { detail: `${attribute.path} cannot change once it is set` });
}

/** Names have no case (RFC 7643 section 2.1). Which of two that are the same counts would be a guess. */
function requireOwnNames(operation: unknown): void {
  const names = Object.keys(isObject(operation) ? operation : {}).map((name) => name.toLowerCase());
  if (new Set(names).size < names.length)
    throw syntax('an operation has the same name twice, in uppercase and lowercase');
}

function opOf(op: unknown): PatchOp {
  const name = lower(op);
  if (name === 'add' || name === 'remove' || name === 'replace') return name;
  throw syntax('op must be add, remove or replace');
}

const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : undefined);

/** A member of an object by its name in any case. */
const field = (value: unknown, name: string): unknown =>
  isObject(value)
    ? Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
    : undefined;

const syntax = (detail: string) => new Failure('SCIM_SYNTAX_INVALID', { detail });
const invalidValue = (detail: string) => new Failure('SCIM_VALUE_INVALID', { detail });
const invalidPath = (detail: string) => new Failure('SCIM_PATH_INVALID', { detail });
