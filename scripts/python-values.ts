// The values of a call, as the Python client takes them: its models, its times, and names of its own.
import type { Operation, Schema } from '../src/lib/contract.ts';
import type { Reader as WholeReader } from './contract-reader.ts';
import { pythonClass, pythonName } from './python-names.ts';
import { Made } from './sample-values.ts';

/** How schemas are read. The dashboard has a reader of its own, because a validator does not run there. */
type Reader = Pick<WholeReader, 'follow' | 'misfit'>;

/** The schema this value is of, without what only wraps it, and the name of its model. */
function resolve(reader: Reader, node: Schema, value: unknown, name: string): [Schema, string] {
  if (node.$ref) return resolve(reader, reader.follow(node), value, node.$ref.split('/').at(-1) ?? name);
  // With fields of its own beside the choices it is a model by those.
  if (node.properties) return [node, name];
  const choices = node.anyOf ?? node.oneOf ?? (node.allOf?.length === 1 ? node.allOf : []);
  const choice = choices.find((one) => reader.misfit(one, value).length === 0);
  return choice ? resolve(reader, choice, value, name) : [node, name];
}

/** Returns the named fields of a schema, also of a composed one. */
function fieldsOf(reader: Reader, schema: Schema): Record<string, Schema> {
  const parts = (schema.allOf ?? []).map((part) => fieldsOf(reader, reader.follow(part)));
  return Object.assign({}, ...parts, schema.properties) as Record<string, Schema>;
}

/** @param name what the generator calls a model that is written in place: its parent and its field */
function valueOf(reader: Reader, node: Schema, value: unknown, name: string): unknown {
  const [schema, model] = resolve(reader, node, value, name);
  if (Array.isArray(value)) {
    const { items = {} } = schema;
    return value.map((one) => valueOf(reader, items, one, `${model}Item`));
  }
  if (typeof value === 'string' && schema.format === 'date-time')
    return new Made('datetime.fromisoformat', [[undefined, value.replace(/Z$/, '+00:00')]]);
  if (typeof value === 'string' && schema.format === 'date')
    return new Made('date.fromisoformat', [[undefined, value]]);
  // A schema that takes more fields than it names is a dictionary (isFreeForm of scripts/client-python.ts).
  const fields = schema.additionalProperties === true ? {} : fieldsOf(reader, schema);
  if (typeof value !== 'object' || value === null || Object.keys(fields).length === 0) return value;
  return new Made(
    pythonClass(model),
    Object.entries(value).map(([field, one]) => [
      pythonName(field),
      valueOf(reader, fields[field] ?? {}, one, `${model}${pythonClass(field)}`),
    ]),
  );
}

/** The keyword arguments of a call: the fields of its body and its query. */
export function pythonKeywords(
  reader: Reader,
  { parameters, body }: Operation,
  sent: { type: string; value: unknown } | undefined,
  query: Record<string, unknown>,
): Map<string, unknown> {
  const schema = body?.content?.[sent?.type ?? '']?.schema ?? {};
  const made = sent && valueOf(reader, schema, sent.value, 'Body');
  const taken = new Set(parameters.map(({ name = '' }) => pythonName(name)));
  const fields = made instanceof Made ? made.given : sent ? [['body', made] as const] : [];
  return new Map([
    // A field that is called as a parameter is gets a prefix.
    ...fields.map(([name = '', value]): [string, unknown] => [
      taken.has(name) ? `body_${name}` : name,
      value,
    ]),
    ...Object.entries(query).map(([name, value]): [string, unknown] => [
      pythonName(name),
      valueOf(reader, parameters.find((one) => one.name === name)?.schema ?? {}, value, name),
    ]),
  ]);
}

/** The import lines these values need. */
export function pythonImports(values: unknown[]): { standard: string[]; models: string[] } {
  const callees = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (value instanceof Made) callees.add(value.callee.replace('.fromisoformat', ''));
    for (const one of value instanceof Made ? value.given.map(([, given]) => given) : Object.values(value))
      walk(one);
  };
  walk(values);
  const names = [...callees].sort();
  const times = names.filter((name) => name.startsWith('date'));
  const models = names.filter((name) => !name.startsWith('date'));
  return {
    standard: times.length > 0 ? [`from datetime import ${times.join(', ')}`] : [],
    models: models.length > 0 ? [`from keyward_client.models import ${models.join(', ')}`] : [],
  };
}
