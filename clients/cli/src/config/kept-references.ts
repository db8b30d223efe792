// An export has no secrets, and the files that it replaces have references to them.
import { isObject } from '../../../../src/lib/object.ts';
import type { ConfigObject } from './objects.ts';
import { isReference, type SecretFields } from './secrets.ts';

/** An exported object with the references of its file, and the references that have no place in it any more. */
export interface Kept {
  object: ConfigObject;
  /** JSON pointers from the object in the file. */
  lost: string[];
}

/** Puts the references of a file into the object that replaces it. */
export function keptReferences(exported: ConfigObject, before: ConfigObject, fields: SecretFields): Kept {
  const object = structuredClone(exported);
  const lost = (fields[exported.kind] ?? []).flatMap((path) =>
    keep(object.spec, before.spec, path.split('.'), '/spec'),
  );
  return { object, lost };
}

/** @returns the references that are lost */
function keep(
  now: unknown,
  before: unknown,
  [step = '', ...rest]: readonly string[],
  pointer: string,
): string[] {
  if (step === '*') return keepInList(now, before, rest, pointer);
  if (!isObject(before) || !Object.hasOwn(before, step)) return [];
  const here = `${pointer}/${step}`;
  const value = before[step];
  if (rest.length > 0) return keep(isObject(now) ? now[step] : undefined, value, rest, here);
  if (typeof value !== 'string' || !isReference(value)) return [];
  if (!isObject(now)) return [here];
  if (!Object.hasOwn(now, step)) now[step] = value;
  return [];
}

/**
 * Keeps the references of the elements of a list. An element has no name, and its place may be that of another one now. So a reference stays
 * only if one element fits the other fields, and no other element does.
 */
function keepInList(now: unknown, before: unknown, rest: readonly string[], pointer: string): string[] {
  if (!Array.isArray(before)) return [];
  const found = Array.isArray(now) ? now : [];
  const fitting = before.map((element) => found.filter((one) => fits(one, element, rest)));
  return before.flatMap((element, at) => {
    const [only, ...more] = fitting[at] ?? [];
    const isTaken = fitting.some((others, other) => other !== at && others.includes(only));
    return keep(more.length > 0 || isTaken ? undefined : only, element, rest, `${pointer}/${at}`);
  });
}

/** Whether an element has all fields of another one, but for its secret. */
function fits(now: unknown, before: unknown, rest: readonly string[]): boolean {
  if (!isObject(now) || !isObject(before)) return false;
  return Object.entries(before).every(([name, value]) =>
    name === rest[0] ? true : JSON.stringify(now[name]) === JSON.stringify(value),
  );
}
