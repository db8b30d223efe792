// Derives which fields are required: `x-required: all` requires every field, `x-required: { omit: [groups] }` all but these.
import { isDeepStrictEqual } from 'node:util';
import type { Mapping, SchemaPlace } from './source.ts';

type Reporting = Pick<SchemaPlace, 'report'>;
type Said = 'all' | { omit: string[] };

const namesOf = (schema: Mapping): string[] => Object.keys(schema['properties'] ?? {});

/** The fields whose `required` is derived: an event has them again in its envelope. */
const derived = new WeakSet<object>();

/** Refuses a `required` that names every field: a new field would be typed again there. */
export function refuseListedFields(schema: Mapping, { report }: Reporting): void {
  const names = namesOf(schema);
  if (derived.has(schema['properties'] ?? {})) return;
  if (names.length > 0 && isDeepStrictEqual(schema['required'], names))
    report('write x-required: all in place of required, which names every field');
  if (schema['required'] !== undefined && schema['x-required'] !== undefined)
    report('drop required: x-required says it');
}

/** Replaces `x-required` by `required`, in the order of the fields. */
export function completeRequired(schema: Mapping, { report }: Reporting): void {
  const said = schema['x-required'] as Said | undefined;
  if (said === undefined) return;
  const names = namesOf(schema);
  derived.add(schema['properties'] ?? {});
  const { omit } = said === 'all' ? { omit: [] } : said;
  if (names.length === 0) report('drop x-required: the schema has no fields');
  for (const name of omit)
    if (!names.includes(name)) report(`x-required names the field ${name}, which the schema does not have`);
  const entries = Object.entries(schema);
  for (const key of Object.keys(schema)) delete schema[key];
  for (const [key, value] of entries)
    if (key === 'x-required') schema['required'] = names.filter((name) => !omit.includes(name));
    else schema[key] = value;
}
