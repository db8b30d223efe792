import type { ErrorObject } from 'ajv';
import { isObject } from '../../lib/object.ts';
import { nearName } from './near-name.ts';

/** The fields that a schema has, itself and by what composes it. */
function* fieldsOf(schema: unknown): Generator<[name: string, schema: unknown]> {
  if (!isObject(schema)) return;
  if (isObject(schema['properties'])) yield* Object.entries(schema['properties']);
  for (const parts of [schema['allOf'], schema['anyOf'], schema['oneOf']])
    if (Array.isArray(parts)) for (const part of parts as unknown[]) yield* fieldsOf(part);
}

/** Whether the contract says that callers look for a field under this name (`x-also-called`). */
function isAlsoCalled(schema: unknown, name: string): boolean {
  const names = isObject(schema) ? schema['x-also-called'] : undefined;
  return Array.isArray(names) && names.includes(name);
}

/**
 * Says what was most likely meant by a field or a parameter that a schema does not know: another name, or the operation
 * that changes the field. If no field is near, it names the first fields of the object. It stands in parentheses, or is empty.
 *
 * @param elsewhere says what changes a field of the body that this request cannot change
 */
export function hintOfUnknown(
  name: string,
  { parentSchema, instancePath }: ErrorObject,
  elsewhere?: (name: string) => string | undefined,
): string {
  const other = instancePath === '/requestBody' ? elsewhere?.(name) : undefined;
  if (other !== undefined) return ` (${other})`;
  const known = [...fieldsOf(parentSchema)];
  const called = known.filter(([, schema]) => isAlsoCalled(schema, name)).map(([one]) => one);
  const near =
    called.length > 0
      ? undefined
      : nearName(
          name,
          known.map(([one]) => one),
        );
  const meant = [...called, ...(near === undefined ? [] : [near])].map((one) => `\`${one}\``);
  if (meant.length > 0) return ` (did you mean ${meant.join(' or ')}?)`;
  return instancePath.startsWith('/requestBody') ? fieldList(known.map(([one]) => one)) : '';
}

/** How many fields a sentence names. */
const mostFields = 12;

const fieldList = (names: readonly string[]): string =>
  names.length === 0
    ? ''
    : ` (the fields here are ${names
        .slice(0, mostFields)
        .map((one) => `\`${one}\``)
        .join(', ')}${names.length > mostFields ? ', …' : ''})`;
