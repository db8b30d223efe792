// Moves defaults to where code generators do not read them.
import type { Mapping } from './source.ts';

const composes = ['allOf', 'anyOf', 'oneOf'];

/**
 * Renames a `default` beside a composed schema to `x-default`, in its place. openapi-generator writes such a default as code that
 * does not compile: a value of a class as a literal (docs/decisions/0105-documents-for-generators.md).
 */
export function moveDefault(schema: Mapping): void {
  if (!('default' in schema) || !composes.some((keyword) => keyword in schema)) return;
  const entries = Object.entries(schema);
  for (const key of Object.keys(schema)) delete schema[key];
  for (const [key, value] of entries) schema[key === 'default' ? 'x-default' : key] = value;
}
