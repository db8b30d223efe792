import { Failure } from '../../failure.ts';
import { isObject } from '../../lib/object.ts';
import type { BoundFilter } from './bind.ts';
import { matcherOf } from './match.ts';
import type { Attribute } from './schema.ts';
import type { Texts } from './texts.ts';
import {
  type Element,
  type Ignored,
  merged,
  readAttribute,
  readOne,
  refuseValue,
  saysNothing,
  valueLimits,
} from './values.ts';

export type PatchOp = 'add' | 'remove' | 'replace';

/** An operation on a multi-valued attribute. */
export interface ElementPatch {
  op: PatchOp;
  filter?: BoundFilter;
  sub?: Attribute;
  value: unknown;
}

/** The state that the operations of one request share. */
export interface Context {
  ignored: Ignored;
  texts: Texts;
}

/**
 * Applies an operation to the elements of a multi-valued attribute (RFC 7644 section 3.5.2). Elements are found by what
 * they are, never by index. Yields as `applyPatch` does.
 * @returns the new list; the elements given are left as they were
 * @throws {Failure} SCIM_NO_TARGET, SCIM_MUTABILITY, SCIM_VALUE_INVALID
 */
export function* patchElements(
  attribute: Attribute,
  elements: readonly Element[],
  patch: ElementPatch,
  context: Context,
): Generator<undefined, Element[]> {
  const { filter, sub } = patch;
  const after =
    filter === undefined && sub === undefined
      ? patchAll(attribute, elements, patch, context)
      : yield* patchMatching(attribute, elements, patch, context);
  const list = merged(
    attribute,
    after.filter((element) => isUnfilled(element) || !saysNothing(element)),
    context.texts,
  );
  // After each operation: a list that a thousand of them let grow would be gone through a thousand times.
  if (list.length > valueLimits.elements)
    refuseValue(attribute, `may have at most ${valueLimits.elements} values`);
  return list;
}

function patchAll(
  attribute: Attribute,
  elements: readonly Element[],
  { op, value }: ElementPatch,
  { ignored, texts }: Context,
): Element[] {
  const given = (readAttribute(attribute, value, ignored) ?? []) as Element[];
  if (op === 'replace') return given;
  if (op === 'add') return [...yielding(elements, given), ...given];
  if (value === undefined || value === null) return [];
  return elements.filter((element) => !given.some((each) => isMeant(attribute, element, each, texts)));
}

/** Entra ID removes by a list of values: with a value, that and the kind if one is named decide; else all that is given. */
function isMeant(attribute: Attribute, element: Element, given: Element, texts: Texts): boolean {
  const key = attribute.subAttributes.has('name') ? 'name' : 'value';
  const names = given[key] === undefined ? Object.keys(given) : [key, ...('type' in given ? ['type'] : [])];
  return names.every((name) => {
    const sub = attribute.subAttributes.get(name.toLowerCase());
    return texts.identifying(sub, element[name]) === texts.identifying(sub, given[name]);
  });
}

/**
 * Marks an element that a PATCH made of a type or `primary` alone. Entra ID may send `primary` of a new value before the value, so
 * the element stays until the end of the request. Copies of an element keep the mark.
 */
const unfilled = Symbol('unfilled');

const isUnfilled = (element: Element): boolean => Object.hasOwn(element, unfilled);

/**
 * Ends a PATCH of a multi-valued attribute.
 * @returns the elements without marks
 * @throws {Failure} SCIM_NO_TARGET if no operation of the request gave a marked element a value: without one it is not stored, and a
 * response of success would have no effect
 */
export function filled(attribute: Attribute, elements: readonly Element[]): Element[] {
  return elements.map((element) => {
    if (!isUnfilled(element)) return element;
    if (saysNothing(element))
      throw new Failure('SCIM_NO_TARGET', {
        detail: `no value of ${attribute.path} matches the filter; set its value first`,
      });
    return Object.fromEntries(Object.entries(element));
  });
}

function* patchMatching(
  attribute: Attribute,
  elements: readonly Element[],
  { op, filter, sub, value }: ElementPatch,
  { ignored, texts }: Context,
): Generator<undefined, Element[]> {
  const matches = filter ? yield* matchesOf(filter, elements, texts) : new Set(elements);
  const given = sub ? readAttribute(sub, value, ignored) : theOne(attribute, value, ignored);
  if (op === 'add' && given === undefined) return [...elements];
  // A filter that finds nothing is refused for every value (section 3.5.2.3), unless it could make one.
  if (op === 'replace' && matches.size === 0) implied(attribute, filter, sub);
  if (op === 'remove' || given === undefined) {
    if (sub?.required && matches.size > 0)
      throw new Failure('SCIM_MUTABILITY', { detail: `${sub.path} is required and cannot be removed` });
    return elements.flatMap((element) => {
      if (!matches.has(element)) return [element];
      return sub ? [without(element, sub.name)] : [];
    });
  }
  const change: Element = sub ? { [sub.name]: given } : (given as Element);
  if (matches.size === 0) {
    const read = readOne(attribute, { ...implied(attribute, filter, sub), ...change }, ignored) as Element;
    const made = saysNothing(read) ? { ...read, [unfilled]: true } : read;
    return [...yielding(elements, [made]), made];
  }
  const changed = [...matches].map((element) => {
    // A whole element is replaced (section 3.5.2.3), but stays one that the filter finds.
    const kept = op === 'replace' && !sub ? equalities(filter) : element;
    return [element, { ...kept, ...change }] as const;
  });
  const after = new Map(changed);
  const isPrimary = change.primary === true;
  return elements.map((each) => after.get(each) ?? (isPrimary ? notPrimary(each) : each));
}

/** About a millisecond of comparing. */
const charactersInATurn = 100_000;

function* matchesOf(
  filter: BoundFilter,
  elements: readonly Element[],
  texts: Texts,
): Generator<undefined, Set<Element>> {
  const isMatch = matcherOf(filter, texts);
  const comparisons = comparisonsIn(filter);
  const matches = new Set<Element>();
  let compared = 0;
  for (const element of elements) {
    if (isMatch(element)) matches.add(element);
    compared += comparisons * charactersOf(element);
    if (compared < charactersInATurn) continue;
    compared = 0;
    yield;
  }
  return matches;
}

function comparisonsIn(filter: BoundFilter): number {
  if ('terms' in filter) return filter.terms.reduce((sum, term) => sum + comparisonsIn(term), 0);
  return filter.kind === 'not' ? comparisonsIn(filter.term) : 1;
}

const charactersOf = (element: Element): number =>
  Object.values(element).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );

function theOne(attribute: Attribute, value: unknown, ignored: Ignored): Element | undefined {
  const items = (readAttribute({ ...attribute, multiValued: true }, value, ignored) ?? []) as Element[];
  if (items.length > 1) refuseValue(attribute, 'must have one value if the path has a filter');
  return items[0];
}

/** A new `primary` takes it from the others (RFC 7644 section 3.5.2). */
const yielding = (elements: readonly Element[], given: readonly Element[]): Element[] =>
  given.some(({ primary }) => primary === true) ? elements.map(notPrimary) : [...elements];

const notPrimary = (element: Element): Element =>
  element.primary === true ? { ...element, primary: false } : element;

function without(element: Element, name: string): Element {
  const { [name]: _, ...rest } = element;
  return rest;
}

/**
 * Entra ID replaces `emails[type eq "work"].value` also of a user who has none: the filter says what to make. A filter
 * by any other sub-attribute looks for a value that is there (RFC 7644 section 3.5.2.3).
 */
function implied(attribute: Attribute, filter: BoundFilter | undefined, sub: Attribute | undefined): Element {
  if (filter === undefined) return {};
  const terms = sub && equalities(filter);
  if (terms === undefined || !Object.keys(terms).every((name) => name === 'type' || name === 'primary'))
    throw new Failure('SCIM_NO_TARGET', { detail: `no value of ${attribute.path} matches the filter` });
  return terms;
}

/**
 * Returns the values that a filter of nothing but `eq` joined by `and` requires. Returns undefined for any
 * other filter, or if the filter contradicts itself.
 */
function equalities(filter: BoundFilter | undefined): Element | undefined {
  if (filter?.kind === 'compare' && filter.operator === 'eq')
    return { [filter.target.attribute.name]: filter.value };
  if (filter?.kind !== 'and') return undefined;
  const element: Element = {};
  for (const term of filter.terms.map(equalities)) {
    if (!isObject(term)) return undefined;
    for (const [name, value] of Object.entries(term)) {
      if (Object.hasOwn(element, name) && element[name] !== value) return undefined;
      element[name] = value;
    }
  }
  return element;
}
