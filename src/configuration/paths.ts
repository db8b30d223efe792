import { isObject } from '../lib/object.ts';

/** Returned by a change of {@link replaceAt}: the value is left out. */
export const leftOut: unique symbol = Symbol('left out');

type Replace = (value: unknown, pointer: string) => unknown;

/**
 * Returns a copy of a value in which another value stands at each place of a path. `channels[].url` is the field `url` of each element of the
 * list `channels`. A place that is missing stays missing.
 */
export const replaceAt = (value: unknown, path: string, replace: Replace): unknown =>
  within(value, path.split('.'), replace, '');

function within(value: unknown, [step, ...rest]: string[], replace: Replace, pointer: string): unknown {
  if (step === undefined) return replace(value, pointer);
  const isList = step.endsWith('[]');
  const name = isList ? step.slice(0, -2) : step;
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const here = `${pointer}/${name}`;
  const inner = value[name];
  if (isList && !Array.isArray(inner)) return value;
  const made = Array.isArray(inner)
    ? inner
        .map((one: unknown, at) => within(one, rest, replace, `${here}/${at}`))
        .filter((one) => one !== leftOut)
    : within(inner, rest, replace, here);
  const { [name]: _, ...others } = value;
  // The order of the fields stays.
  return made === leftOut
    ? others
    : Object.fromEntries(Object.entries(value).map(([field, one]) => [field, field === name ? made : one]));
}

/** Returns the values at a path, with their JSON pointers. */
export function valuesAt(value: unknown, path: string): [pointer: string, value: unknown][] {
  const found: [string, unknown][] = [];
  replaceAt(value, path, (one, pointer) => {
    found.push([pointer, one]);
    return one;
  });
  return found;
}

/** Returns the first field of a path: `channels` of `channels[].url`. */
export const firstOf = (path: string): string => path.replace(/[.[].*$/, '');
