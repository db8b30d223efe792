import type { JWKS } from 'openid-client';
import { JsonRefusal, parseJson } from '../../lib/json.ts';
import { isObject } from '../../lib/object.ts';

/** @returns undefined for texts that the library would refuse as well */
export function keySetOf(text: string): JWKS | undefined {
  try {
    const value = parseJson(Buffer.from(text));
    return isKeySet(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonRefusal) return undefined;
    throw error;
  }
}

const isKeySet = (value: unknown): value is JWKS =>
  isObject(value) && Array.isArray(value['keys']) && value['keys'].every(isObject);

/** Tells whether a key set has a key that another one lacks. Their order and their spaces say nothing. */
export function hasNewKey(before: string, after: string): boolean {
  const known = new Set(keySetOf(before)?.keys.map((key) => JSON.stringify(key)));
  return keySetOf(after)?.keys.some((key) => !known.has(JSON.stringify(key))) ?? false;
}
