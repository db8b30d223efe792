import { hash } from 'node:crypto';
import { isObject } from '../lib/object.ts';

/** Writes a value as a text that does not depend on the order of fields. */
export const canonical = (value: unknown): string => JSON.stringify(ordered(value)) ?? 'null';

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, ordered(one)]),
  );
}

export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || canonical(one) === canonical(other);

/** Returns a short hash of a value, to tell whether it is still the same. */
export const markOf = (value: unknown): string => hash('sha256', canonical(value), 'base64url').slice(0, 22);
