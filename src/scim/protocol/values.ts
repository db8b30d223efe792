import { Failure } from '../../failure.ts';
import { isObject } from '../../lib/object.ts';
import { refusalOfShownText } from '../../lib/shown-text.ts';
import { parseTimestamp } from '../../lib/timestamp.ts';
import { readBoolean } from './compare.ts';
import type { Attribute } from './schema.ts';
import { Texts } from './texts.ts';

/** One value of a complex attribute, by canonical names. */
export type Element = Record<string, unknown>;

export const valueLimits = { elements: 100, members: 10_000, ignored: 100 } as const;

/** The paths a client sent that no schema knows; what is reported of them has a limit. */
export class Ignored {
  readonly paths: string[] = [];

  add(path: string): void {
    if (this.paths.length < valueLimits.ignored) this.paths.push(path.slice(0, 200));
  }
}

export const refuseValue = (attribute: Attribute, why: string): never => {
  throw new Failure('SCIM_VALUE_INVALID', { detail: `${attribute.path} ${why}` });
};

/** Not written by clients: read-only, or made up from other values for the answer. */
export const isGiven = ({ mutability, storage }: Attribute): boolean =>
  mutability === 'readOnly' || storage.computed === 'derived' || storage.computed === 'constant';

/**
 * Makes a value of a client canonical: names, booleans, times in UTC. Null, "", an empty list and empty elements count
 * as absent (RFC 7643 section 2.5). Clients send "" for values that they do not have. Read-only sub-attributes are
 * dropped (RFC 7644 section 3.5.1). `requireComplete` reports missing values.
 * @returns undefined when it is absent
 * @throws {Failure} SCIM_VALUE_INVALID
 */
export function readAttribute(attribute: Attribute, value: unknown, ignored: Ignored): unknown {
  if (value === undefined || value === null || value === '') return undefined;
  if (!attribute.multiValued) return readOne(attribute, value, ignored);
  const items = Array.isArray(value) ? value : [value];
  const isMembers = attribute.storage.computed === 'members';
  const most = isMembers ? valueLimits.members : valueLimits.elements;
  if (items.length > most) refuseValue(attribute, `may have at most ${most} values`);
  const read = items.map((item) => readOne(attribute, item, ignored) as Element | undefined);
  // To pass over those without an id could leave an empty list, which would empty the group.
  if (isMembers && read.some((element) => element?.value === undefined))
    refuseValue(attribute, 'must each have the field value with an ID');
  const elements = merged(
    attribute,
    read.filter((element) => element !== undefined && !saysNothing(element)) as Element[],
    new Texts(),
  );
  return elements.length === 0 ? undefined : elements;
}

/** One value, of a multi-valued attribute one element. */
export function readOne(attribute: Attribute, value: unknown, ignored: Ignored): unknown {
  if (value === undefined || value === null || value === '') return undefined;
  return attribute.type === 'complex' ? readComplex(attribute, value, ignored) : readSimple(attribute, value);
}

function readComplex(attribute: Attribute, value: unknown, ignored: Ignored): Element | undefined {
  // Entra ID sends `manager` and members as plain ids, and the manager as a list of one.
  const [one, ...more] = Array.isArray(value) && !attribute.multiValued ? value : [value];
  if (more.length > 0) return refuseValue(attribute, 'may have one value only');
  const given = typeof one === 'string' && attribute.subAttributes.has('value') ? { value: one } : one;
  if (!isObject(given))
    return refuseValue(attribute, `must be an object such as ${JSON.stringify(attribute.example ?? {})}`);
  const element: Element = {};
  for (const [key, item] of Object.entries(given)) {
    const sub = attribute.subAttributes.get(key.toLowerCase());
    if (sub === undefined) ignored.add(`${attribute.path}.${key}`);
    else if (!isGiven(sub)) {
      if (Object.hasOwn(element, sub.name)) refuseValue(sub, 'is sent twice');
      const read = readAttribute(sub, item, ignored);
      if (read !== undefined) element[sub.name] = read;
    }
  }
  return Object.keys(element).length === 0 ? undefined : element;
}

const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

function readSimple(attribute: Attribute, value: unknown): string | number | boolean {
  const refuse = (why: string) => refuseValue(attribute, why);
  const { type } = attribute;
  if (type === 'boolean') return readBoolean(value) ?? refuse('must be true or false');
  if (type === 'integer')
    return Number.isSafeInteger(value) ? (value as number) : refuse('must be a whole number');
  if (type === 'decimal')
    return typeof value === 'number' && Number.isFinite(value) ? value : refuse('must be a number');
  const text = readText(attribute, value);
  if (type === 'dateTime')
    return parseTimestamp(text)?.toISOString() ?? refuse('must be a time such as 2026-11-21T12:00:00Z');
  if (type === 'binary' && !base64.test(text)) refuse('must be base64');
  return text;
}

function readText(attribute: Attribute, value: unknown): string {
  if (typeof value !== 'string')
    return refuseValue(attribute, `must be text such as ${JSON.stringify(attribute.example ?? 'text')}`);
  if (value.length > attribute.maximum)
    refuseValue(attribute, `may have at most ${attribute.maximum} characters`);
  // Postgres stores neither.
  if (value.includes('\0') || !value.isWellFormed())
    refuseValue(attribute, 'must not have NUL or unpaired surrogates');
  const refusal = attribute.shown && refusalOfShownText(value, attribute.shown);
  return refusal === undefined ? value : refuseValue(attribute, refusal);
}

/** A kind and no value, as Entra ID leaves behind when it removes `emails[type eq "work"].value`. */
export const saysNothing = (element: Element): boolean =>
  Object.keys(element).every((name) => name === 'type' || name === 'primary');

/**
 * Returns the text that equal elements share: value and type (RFC 7643 section 2.4), else everything but
 * `primary`.
 */
function keyOf(attribute: Attribute, element: Element, texts: Texts): string {
  const names = ['value', 'type'].filter((name) => attribute.subAttributes.has(name));
  const identifying =
    names.includes('value') && element.value !== undefined
      ? names
      : [...attribute.subAttributes.values()].map(({ name }) => name).filter((name) => name !== 'primary');
  return identifying
    .map((name) =>
      texts.nameOf(texts.identifying(attribute.subAttributes.get(name.toLowerCase()), element[name])),
    )
    .join();
}

/**
 * One list without doubles; of two that are the same the later one's sub-attributes win, in the earlier one's place.
 * @throws {Failure} SCIM_VALUE_INVALID when two are `primary`
 */
export function merged(attribute: Attribute, elements: readonly Element[], texts: Texts): Element[] {
  const byKey = new Map<string, Element>();
  for (const element of elements) {
    const key = keyOf(attribute, element, texts);
    byKey.set(key, { ...byKey.get(key), ...element });
  }
  const list = [...byKey.values()];
  if (list.filter(({ primary }) => primary === true).length > 1)
    refuseValue(attribute, 'may have one primary value only');
  return list;
}
