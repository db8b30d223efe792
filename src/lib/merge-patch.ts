import { isObject } from './object.ts';

/** Applies a JSON merge patch (RFC 7396) and returns the result; the arguments are left as they were. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  // fromEntries defines own properties, `__proto__` too; assignment would set the prototype.
  return Object.fromEntries(merged);
}
