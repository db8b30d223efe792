import { isDeepStrictEqual } from 'node:util';
import type { FieldChange } from './field-change.ts';

/** Tells whether a change of a field loosens a rule, gives more than before, or moves something. */
export type Loosens = (from: unknown, to: unknown) => boolean;

export const never: Loosens = () => false;

/** For limits: a higher value allows more, and null sets no limit. */
export const ifHigher: Loosens = (from, to) => sizeOf(to) > sizeOf(from);

/** For demands: a lower value demands less, and null demands nothing. */
export const ifLower: Loosens = (from, to) => demandOf(to) < demandOf(from);

export const ifOn: Loosens = (_from, to) => to === true;

export const ifOff: Loosens = (_from, to) => to === false;

/** For lists of what is allowed. */
export const ifGains: Loosens = (from, to) => !isPartOf(to, from);

/** For lists of what is forbidden or demanded. */
export const ifLoses: Loosens = (from, to) => !isPartOf(from, to);

/** For lists of what is allowed, where null allows everything. */
export const ifGainsOrNull: Loosens = (from, to) => from !== null && (to === null || !isPartOf(to, from));

/** For lists of what is allowed, where an empty list allows everything. */
export const ifGainsOrEmpty: Loosens = (from, to) => !isEmpty(from) && (isEmpty(to) || !isPartOf(to, from));

/** For values that only one spelling of switches off: `ifNot('DISABLED')`. */
export const ifNot =
  (strict: unknown): Loosens =>
  (_from, to) =>
    to !== strict;

/** For values with an order. @param order the weakest first; a value that is not in it is the weakest */
export const ifBelow =
  (...order: readonly unknown[]): Loosens =>
  (from, to) =>
    order.indexOf(to) < order.indexOf(from);

/**
 * Tells whether one of the changes loosens.
 * @param fields by the names of fields; any change of a field that is not in it loosens, so that a new field is not forgotten
 */
export const loosensBy = (
  fields: Readonly<Record<string, Loosens | undefined>>,
  changes: readonly FieldChange[],
): boolean =>
  changes.some(({ field, from, to }) =>
    Object.hasOwn(fields, field) ? fields[field]?.(from, to) !== false : true,
  );

/**
 * The same for some of the changes: those of the fields that are named.
 * @param fields by the names of fields; a change of another field does not count
 */
export const loosensAmong = (
  fields: Readonly<Record<string, Loosens | undefined>>,
  changes: readonly FieldChange[],
): boolean =>
  loosensBy(
    fields,
    changes.filter(({ field }) => Object.hasOwn(fields, field)),
  );

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const sizeOf = (value: unknown): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'string'
      ? Date.parse(value)
      : Number.POSITIVE_INFINITY;

const demandOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NEGATIVE_INFINITY);

const isPartOf = (part: unknown, whole: unknown): boolean =>
  listOf(part).every((one) => listOf(whole).some((other) => isDeepStrictEqual(one, other)));

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
