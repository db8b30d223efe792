import type { Schema } from '../../src/lib/contract.ts';
import type { Reader } from '../../scripts/contract-reader.ts';

/** A value that breaks one rule of a schema. */
export interface Violation {
  keyword: string;
  value: unknown;
}

const samples: readonly unknown[] = ['text', 7.5, true, [], {}];
const strange = ['\u0001', ' ', ':', 'Ä!', '^', 'x'];
const mostCopies = 6_000;

const typeOf = (value: unknown): string =>
  Array.isArray(value)
    ? 'array'
    : typeof value === 'number'
      ? 'number'
      : value === null
        ? 'null'
        : typeof value;

/** For each rule that a schema has itself a value that breaks it; several for the type and for a pattern. */
export function violations(schema: Schema, reader: Reader): Violation[] {
  const { type, pattern, format, items } = schema;
  const { maxLength, maxItems, maxProperties } = schema;
  const rule = (name: string): number | undefined => {
    const value: unknown = Reflect.get(schema, name);
    return typeof value === 'number' ? value : undefined;
  };
  const [least, most] = [rule('minimum'), rule('maximum')];
  const minLength = rule('minLength') ?? 0;
  const types = [type ?? []].flat();
  const item = items ? (reader.example(items) ?? 'text') : 'text';
  const found: Violation[] = [];
  const add = (keyword: string, ...values: unknown[]): void => {
    found.push(...values.map((value) => ({ keyword, value })));
  };
  if (types.length > 0) add('type', ...samples.filter((value) => !types.includes(typeOf(value))));
  if (schema.enum) add('enum', 'no such value');
  if ('const' in schema) add('const', 'no such value');
  if (pattern !== undefined) {
    const form = new RegExp(pattern, 'u');
    add('pattern', ...strange.filter((text) => !form.test(text)));
  }
  if (format !== undefined) add('format', ...strange);
  if (minLength > 0) add('minLength', 'x'.repeat(minLength - 1));
  if (maxLength !== undefined) add('maxLength', 'x'.repeat(maxLength + 1));
  if (least !== undefined) add('minimum', least - 1);
  if (most !== undefined) add('maximum', most + 1);
  if (rule('minItems')) add('minItems', []);
  if (maxItems !== undefined && maxItems < mostCopies)
    add(
      'maxItems',
      Array.from({ length: maxItems + 1 }, () => item),
    );
  if (Reflect.get(schema, 'uniqueItems') === true) add('uniqueItems', [item, item]);
  if (rule('minProperties')) add('minProperties', {});
  if (maxProperties !== undefined)
    add(
      'maxProperties',
      Object.fromEntries(Array.from({ length: maxProperties + 1 }, (_, at) => [`f${at}`, 'x'])),
    );
  if (schema.required) add('required', {});
  if (schema.additionalProperties === false || schema.unevaluatedProperties === false)
    add('additionalProperties', { noSuchName: 1 });
  return found;
}
