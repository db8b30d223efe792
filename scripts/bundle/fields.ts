// Takes the fields of requests from the schema of the resource. So a field is typed once, in the resource.
// `x-creates: { schema: Group, omit: [id] }` makes a schema that creates a group; `x-changes` one that changes a group.
// In a field, only requests have the keys in `x-written`. Only creations have those in `x-created`, only responses those in `x-shown`.
import { isDeepStrictEqual } from 'node:util';
import type { Mapping, Report, SchemaPlace } from './source.ts';

interface Taking {
  schema: string;
  take?: string[];
  omit?: string[];
}
type Fields = Record<string, Mapping>;

const takes = ['x-creates', 'x-changes'] as const;
type Take = (typeof takes)[number];

/** The keys with which a field describes only some of its uses. */
const partial = ['x-written', 'x-created', 'x-shown'] as const;
type Partial = (typeof partial)[number];
const heldBy: Readonly<Record<Take | 'shown', readonly Partial[]>> = {
  'x-creates': ['x-written', 'x-created'],
  'x-changes': ['x-written'],
  shown: ['x-shown'],
};

const silent: Report = () => undefined;
const isPartial = (key: string): key is Partial => (partial as readonly string[]).includes(key);

/** Returns a field as this use has it, with the keys of its facts in their place. */
export function fieldFor(use: Take | 'shown', field: Mapping): Mapping {
  const entries = Object.entries(field).flatMap(([key, value]): [string, unknown][] => {
    if (!isPartial(key)) return [[key, value]];
    return heldBy[use].includes(key) ? Object.entries(value as Mapping) : [];
  });
  const { $ref, ...beside }: Mapping = Object.fromEntries(entries);
  if ($ref === undefined) return beside;
  // Dereferencing loses the keys beside a reference.
  return Object.keys(beside).length === 0 ? { $ref } : { allOf: [{ $ref }], ...beside };
}

const isSplit = (field: Mapping): boolean => Object.keys(field).some(isPartial);

/** Returns the fields as this use has them. Leaves out a field if only other uses have keys of it. */
const fieldsFor = (use: Take | 'shown', fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (!isSplit(field) && use === 'shown') return [[name, field]];
      const held = fieldFor(use, field);
      return isSplit(field) && Object.keys(held).length === 0 ? [] : [[name, held]];
    }),
  );

/** Returns the fact of a schema that takes its fields from another one. */
export const takingOf = (schema: Mapping): Take | undefined =>
  takes.find((fact) => schema[fact] !== undefined);

/** Returns the fields that a schema has by hand. The parts of its `allOf` in the same file count too. */
export function fieldsByHand(file: Mapping, schema: Mapping): Fields {
  const parts = ((schema['allOf'] ?? []) as Mapping[]).map((part) => {
    const name = typeof part['$ref'] === 'string' ? part['$ref'].replace('#/', '') : undefined;
    return fieldsByHand(file, name === undefined ? part : ((file[name] ?? {}) as Mapping));
  });
  return Object.assign({}, ...parts, schema['properties']) as Fields;
}

/** Returns the fields that a schema takes, and those that it has by hand, in their place or after them. */
export function fieldsOf(file: Mapping, schema: Mapping, report: Report = silent): Fields {
  const fact = takingOf(schema);
  const own = fieldsByHand(file, schema);
  if (fact === undefined) return own;
  const { schema: name, take, omit = [], ...unknown } = schema[fact] as Taking;
  for (const key of Object.keys(unknown)) report(`${fact} has ${key}; use schema, and take or omit`);
  if (take && omit.length > 0) report(`${fact} has take and omit; use one of them`);
  const source = file[name] as Mapping | undefined;
  if (source === undefined) report(`${fact} names ${name}, which this file does not have`);
  const there = fieldsOf(file, source ?? {});
  for (const field of [...(take ?? []), ...omit])
    if (there[field] === undefined) report(`${fact} names the field ${field}, which ${name} does not have`);
  const names = (take ?? Object.keys(there)).filter((field) => !omit.includes(field));
  const taken = Object.fromEntries(names.flatMap((field) => (there[field] ? [[field, there[field]]] : [])));
  for (const [field, value] of Object.entries(taken)) {
    const mine = own[field];
    if (mine && isDeepStrictEqual(fieldFor(fact, mine), fieldFor(fact, value)))
      report(`drop ${field}: ${fact} takes the same from ${name}`);
    else if (!mine && fact === 'x-changes' && 'default' in fieldFor(fact, value))
      report(`move the default of ${field} to x-created: a change would set what it leaves out`);
  }
  return { ...taken, ...own };
}

/** Gives a request the fields that it takes, and a response the shown keys of its fields. */
export function completeFields(schema: Mapping, { file, report }: SchemaPlace): void {
  const fact = takingOf(schema);
  if (fact === undefined) {
    const own = (schema['properties'] ?? {}) as Fields;
    if (Object.values(own).some(isSplit)) schema['properties'] = fieldsFor('shown', own);
    return;
  }
  const properties = fieldsFor(fact, fieldsOf(file, schema, report));
  const { [fact]: _, properties: __, description, required, ...rest } = schema;
  for (const key of ['type', 'additionalProperties'])
    if (key in rest) report(`drop ${key}: it follows from ${fact}`);
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, {
    description,
    type: 'object',
    ...(required ? { required } : {}),
    additionalProperties: false,
    properties,
    ...rest,
  });
}

/** Refuses facts that are left after the bundle is made: the preprocessor did not reach the schema. */
export function refuseLeftFacts(schema: Mapping, { report }: Pick<SchemaPlace, 'report'>): void {
  const fields = Object.values((schema['properties'] ?? {}) as Fields);
  if (takingOf(schema) !== undefined || fields.some(isSplit))
    report('refer to this schema by $ref from a file of openapi/, or write its fields without facts');
}
