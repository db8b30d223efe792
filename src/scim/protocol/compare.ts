import { parseTimestamp } from '../../lib/timestamp.ts';
import { containing } from './contains.ts';
import type { Operator } from './filter.ts';
import type { Attribute } from './schema.ts';

export type Scalar = string | number | boolean;

const order: readonly Operator[] = ['gt', 'ge', 'lt', 'le'];
const parts: readonly Operator[] = ['co', 'sw', 'ew'];

/**
 * The value of a comparison as the attribute has it (RFC 7644 table 3): "True" for a boolean is true, a time
 * is in UTC.
 * @param refuse called with what is wrong when operator or value do not fit the type
 */
export function operand(
  attribute: Attribute,
  operator: Operator,
  value: Scalar,
  refuse: (why: string) => never,
): Scalar {
  const { type } = attribute;
  const isText = type === 'string' || type === 'reference';
  if (parts.includes(operator) && !isText) refuse(`is not text, so ${operator} does not apply`);
  if (order.includes(operator) && (type === 'boolean' || type === 'binary'))
    refuse(`has no order, so ${operator} does not apply`);
  if (type === 'boolean') return readBoolean(value) ?? refuse('must be compared with true or false');
  if (type === 'dateTime')
    return readTime(value) ?? refuse('must be compared with a time such as "2026-11-21T12:00:00Z"');
  if (type === 'integer' || type === 'decimal')
    return typeof value === 'number' ? value : refuse('must be compared with a number');
  return typeof value === 'string' ? value : refuse('must be compared with text in double quotes');
}

/**
 * Reads a boolean, also from text, because Entra ID sends booleans as text.
 * @returns undefined for other values
 */
export function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text === 'true') return true;
  return text === 'false' ? false : undefined;
}

const longAgo = '2000-01-01T00:00:00.000Z';

/** Clients ask for everything since 1970; nothing here is older than 2000, so all of that is the same. */
function readTime(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const time = parseTimestamp(value);
  if (time) return time.toISOString();
  const inLeapYear = value.replace(/^(?:0\d|1\d)(?=\d\d-)/, '20');
  return inLeapYear !== value && parseTimestamp(inLeapYear) ? longAgo : undefined;
}

/** Orders text as Postgres's collation "C" does, by code points, without a copy of either. */
function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one !== other) return rank(one) - rank(other);
  }
  return a.length - b.length;
}

/** UTF-16 has the halves of code points above U+FFFF before U+E000 to U+FFFF; they come behind those. */
const rank = (unit: number): number => {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
};

const orderings: Readonly<Partial<Record<Operator, (difference: number) => boolean>>> = {
  eq: (difference) => difference === 0,
  ne: (difference) => difference !== 0,
  gt: (difference) => difference > 0,
  ge: (difference) => difference >= 0,
  lt: (difference) => difference < 0,
  le: (difference) => difference <= 0,
};

/**
 * Returns a function that tells whether `actual operator value` is true. Texts are compared as they are: both sides are
 * folded before, each once.
 */
export function comparison(operator: Operator, value: Scalar): (actual: Scalar) => boolean {
  const text = String(value);
  const contains = operator === 'co' ? containing(text) : undefined;
  if (contains) return (actual) => contains(String(actual));
  if (operator === 'sw') return (actual) => String(actual).startsWith(text);
  if (operator === 'ew') return (actual) => String(actual).endsWith(text);
  if (operator === 'eq') return (actual) => String(actual) === text;
  const holds = orderings[operator] ?? (() => false);
  return (actual) =>
    holds(
      typeof actual === 'number' && typeof value === 'number'
        ? actual - value
        : byCodePoint(String(actual), text),
    );
}
