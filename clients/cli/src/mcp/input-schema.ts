// The JSON Schema of what a tool takes, from the fields of its command.
import type { Argument, Command, Field } from '../command.ts';

/** A JSON Schema (draft 2020-12), as clients of MCP read it. */
export interface Schema {
  type?: string | string[];
  description?: string;
  enum?: readonly unknown[];
  default?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
}

/** Parts of a tool call beside the fields of the operation. */
export const dryRunPart = 'dryRun';
export const ifMatchPart = 'ifMatch';
export const bodyPart = 'body';

const types: Readonly<Record<Field['kind'], string | undefined>> = {
  text: 'string',
  number: 'number',
  switch: 'boolean',
  json: undefined,
};

/** Returns the default of a field as a value. The table has it as a text. */
function defaultOf({ kind, many, default: text }: Field): unknown {
  if (text === undefined) return undefined;
  if (kind === 'text' && !many) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function schemaOf(field: Field): Schema {
  const { kind, about, many, values, isOpen, nullable } = field;
  const type = types[kind];
  const usual = defaultOf(field);
  const known = values && isOpen ? `such as ${values.join(', ')}` : '';
  const description = [about, known].filter(Boolean).join('; ');
  // A field that takes several types has none here.
  const one: Schema = {
    ...(type !== undefined && { type: nullable && !many ? [type, 'null'] : type }),
    ...(values && !isOpen && { enum: nullable && !many ? [...values, null] : values }),
  };
  return {
    ...(many ? { type: nullable ? ['array', 'null'] : 'array', items: one } : one),
    ...(description && { description }),
    ...(usual !== undefined && { default: usual }),
  };
}

/** Puts fields into an object. `conditions.users` is a property of `conditions`. */
function objectOf(fields: readonly Field[]): Schema {
  const root: Schema = { type: 'object', properties: {} };
  for (const field of fields) {
    const names = field.name.split('.');
    const last = names.pop() ?? field.name;
    let place = root;
    for (const name of names) {
      const outer = (place.properties ??= {});
      place = outer[name] ??= {};
      place.type ??= 'object';
    }
    (place.properties ??= {})[last] = { ...place.properties[last], ...schemaOf(field) };
    if (field.required) (place.required ??= []).push(last);
  }
  return root;
}

const argumentOf = ({ about }: Argument): Schema => ({
  type: 'string',
  ...(about && { description: about }),
});

/** The fields that a call may give: without secrets, unless the user lets the model have them. */
export const givable = (fields: readonly Field[], showSecrets: boolean): readonly Field[] =>
  showSecrets ? fields : fields.filter(({ secret }) => !secret);

/** Pages by cursor skip nothing, so a list that has them needs no numbers. */
const withoutNumbers = (query: readonly Field[]): readonly Field[] =>
  query.some(({ name }) => name === 'cursor')
    ? query.filter(({ name }) => name !== 'page' && name !== 'offset')
    : query;

/** Returns the schema of the arguments of a tool. Fields of the path and of the query stand side by side, those of the body in `body`. */
export function inputSchemaOf(command: Command, showSecrets: boolean): Schema {
  const { path, query, body, bodyNeeded, dryRun, ifMatch } = command;
  const { properties = {}, required = [] } = objectOf(withoutNumbers(givable(query, showSecrets)));
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(path.map((part) => [part.name, argumentOf(part)])),
      ...properties,
      ...(body && { [bodyPart]: objectOf(givable(body, showSecrets)) }),
      ...(dryRun && {
        [dryRunPart]: { type: 'boolean', description: 'Show what would change, and change nothing' },
      }),
      ...(ifMatch && {
        [ifMatchPart]: { type: 'string', description: 'Only if the resource still has this ETag' },
      }),
    },
    required: [...path.map(({ name }) => name), ...required, ...(bodyNeeded ? [bodyPart] : [])],
    additionalProperties: false,
  };
}
