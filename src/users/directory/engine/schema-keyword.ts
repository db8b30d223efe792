import { formatRules, formats } from '../../../lib/format.ts';
import { isObject } from '../../../lib/object.ts';

/** A keyword that judges a value by itself. */
export interface Assertion {
  /**
   * Returns the requirement that an operand breaks, or undefined. The other functions take only an operand that
   * breaks none.
   */
  mistake(operand: unknown): string | undefined;
  isRight(operand: unknown, value: unknown): boolean;
  /** Returns the requirement for a value. */
  must(operand: unknown): string;
}

export const mostValues = 200;

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isFormat = (value: unknown): value is string => isText(value) && formats.has(value);

type Scalar = string | number | boolean | null;
const isScalar = (value: unknown): value is Scalar =>
  value === null || isText(value) || isNumber(value) || isBoolean(value);
const isScalars = (value: unknown): value is Scalar[] =>
  Array.isArray(value) && value.length > 0 && value.length <= mostValues && value.every(isScalar);

const types = new Map<unknown, (value: unknown) => boolean>([
  ['string', isText],
  ['number', isNumber],
  ['integer', Number.isInteger],
  ['boolean', isBoolean],
  ['null', (value) => value === null],
  ['array', Array.isArray],
  ['object', isObject],
]);
const isType = (value: unknown): value is string | string[] => {
  const names: unknown[] = [value].flat();
  return names.length > 0 && names.length <= types.size && names.every((name) => types.has(name));
};

/** Returns the same text for equal JSON values, in any order of their names. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isObject(part) ? { of: Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)) } : part,
  );

function assertion<Operand>(
  takes: (operand: unknown) => operand is Operand,
  words: string,
  isRight: (operand: Operand, value: unknown) => boolean,
  must: (operand: Operand) => string,
): Assertion {
  return {
    mistake: (operand) => (takes(operand) ? undefined : words),
    isRight: (operand, value) => isRight(operand as Operand, value),
    must: (operand) => must(operand as Operand).slice(0, 500),
  };
}

const limit = (words: string, isRight: (value: number, limit: number) => boolean): Assertion =>
  assertion(
    isNumber,
    'must be a number',
    (operand, value) => !isNumber(value) || isRight(value, operand),
    (operand) => `must be ${words} ${operand}`,
  );

type Size = (value: unknown) => number | undefined;
const characters: Size = (value) => (isText(value) ? Array.from(value).length : undefined);
const items: Size = (value) => (Array.isArray(value) ? value.length : undefined);
const fields: Size = (value) => (isObject(value) ? Object.keys(value).length : undefined);

const least = (sizeOf: Size, unit: string): Assertion =>
  assertion(
    isCount,
    'must be a whole number from 0',
    (operand, value) => (sizeOf(value) ?? operand) >= operand,
    (operand) => `must have at least ${operand} ${unit}`,
  );
const most = (sizeOf: Size, unit: string): Assertion =>
  assertion(
    isCount,
    'must be a whole number from 0',
    (operand, value) => (sizeOf(value) ?? operand) <= operand,
    (operand) => `must have at most ${operand} ${unit}`,
  );

/** The validation vocabulary of JSON Schema 2020-12, without `required`, which names fields, and what takes long. */
export const assertions: ReadonlyMap<string, Assertion> = new Map([
  [
    'type',
    assertion(
      isType,
      `must be one or more of ${[...types.keys()].join(', ')}`,
      (names, value) => [names].flat().some((name) => types.get(name)?.(value)),
      (names) => `must have the type ${[names].flat().join(' or ')}`,
    ),
  ],
  [
    'enum',
    assertion(
      isScalars,
      `must list 1 to ${mostValues} strings, numbers, booleans or null`,
      (values, value) => isScalar(value) && values.includes(value),
      (values) => `must be one of ${values.map(textOf).join(', ')}`,
    ),
  ],
  [
    'const',
    assertion(
      isScalar,
      'must be a string, a number, a boolean or null',
      (wanted, value) => wanted === value,
      (wanted) => `must be ${textOf(wanted)}`,
    ),
  ],
  [
    'format',
    assertion(
      isFormat,
      `must be one of ${[...formats.keys()].join(', ')}`,
      (name, value) => !isText(value) || formats.get(name)?.(value) === true,
      (name) => formatRules.get(name) ?? `must be a ${name}`,
    ),
  ],
  ['minimum', limit('at least', (value, operand) => value >= operand)],
  ['maximum', limit('at most', (value, operand) => value <= operand)],
  ['exclusiveMinimum', limit('more than', (value, operand) => value > operand)],
  ['exclusiveMaximum', limit('less than', (value, operand) => value < operand)],
  ['minLength', least(characters, 'characters')],
  ['maxLength', most(characters, 'characters')],
  ['minItems', least(items, 'items')],
  ['maxItems', most(items, 'items')],
  ['minProperties', least(fields, 'fields')],
  ['maxProperties', most(fields, 'fields')],
  [
    'uniqueItems',
    assertion(
      isBoolean,
      'must be true or false',
      (wanted, value) => !wanted || !Array.isArray(value) || new Set(value.map(textOf)).size === value.length,
      () => 'must not have duplicates',
    ),
  ],
]);
