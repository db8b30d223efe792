import { parseTimestamp } from '../../lib/timestamp.ts';
import type { Operator } from './filter.ts';
import type { Attribute } from './schema.ts';

type Scalar = string | number | boolean;

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
  if (parts.includes(operator) && !isText) refuse(`is no text, so ${operator} does not apply`);
  if (order.includes(operator) && (type === 'boolean' || type === 'binary'))
    refuse(`has no order, so ${operator} does not apply`);
  if (type === 'boolean') return readBoolean(value) ?? refuse('is compared to true or false');
  if (type === 'dateTime')
    return readTime(value) ?? refuse('is compared to a time such as "2026-11-21T12:00:00Z"');
  if (type === 'integer' || type === 'decimal')
    return typeof value === 'number' ? value : refuse('is compared to a number');
  return typeof value === 'string' ? value : refuse('is compared to text in double quotes');
}

/** Entra ID sends booleans as text. @returns undefined when it is none */
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

/** Orders text as Postgres's collation "C" does: by code points. */
const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Only what orders asks for the difference: it copies both texts, which may be long and many. */
const comparisons: Readonly<Record<Operator, (a: string, b: string, difference: () => number) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  co: (a, b) => a.includes(b),
  sw: (a, b) => a.startsWith(b),
  ew: (a, b) => a.endsWith(b),
  gt: (_a, _b, difference) => difference() > 0,
  ge: (_a, _b, difference) => difference() >= 0,
  lt: (_a, _b, difference) => difference() < 0,
  le: (_a, _b, difference) => difference() <= 0,
};

/** Whether `actual operator value` is true. Text is compared without case unless it is `caseExact`. */
export function holds(operator: Operator, actual: Scalar, value: Scalar, caseExact: boolean): boolean {
  const text = (scalar: Scalar) => (caseExact ? String(scalar) : String(scalar).toLowerCase());
  const [a, b] = [text(actual), text(value)];
  const difference = (): number =>
    typeof actual === 'number' && typeof value === 'number' ? actual - value : byCodePoint(a, b);
  return comparisons[operator](a, b, difference);
}
