import type { ErrorObject } from 'ajv';
import { formatRules } from '../../lib/format.ts';
import { isObject } from '../../lib/object.ts';

type Json = Record<string, unknown>;
const asSchema = (value: unknown): Json => (isObject(value) ? value : {});

const list = (values: readonly unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ');

/** A sentence of the contract for a schema: `x-message`, the rule in words and an example. */
export function messageOf(schema: unknown): string | undefined {
  const message = asSchema(schema)['x-message'];
  return typeof message === 'string' ? message : undefined;
}

/** Returns the hint of the contract for callers who got a field wrong, `x-hint`. */
function hintOf(schema: unknown): string {
  const hint = asSchema(schema)['x-hint'];
  return typeof hint === 'string' ? ` (${hint})` : '';
}

const oneOf = (values: readonly unknown[]): string => `must be one of ${list(values)}`;

/** The longest example that a sentence shows. */
const mostOfAnExample = 60;

/** An example of a schema, if it has a short one. */
function exampleOf(schema: Json): string | undefined {
  const { example, examples } = schema;
  const [written] = [example, ...(Array.isArray(examples) ? (examples as unknown[]) : [])].filter(
    (one) => one !== undefined && one !== null,
  );
  const text = written === undefined ? undefined : JSON.stringify(written);
  return text !== undefined && text.length <= mostOfAnExample ? text : undefined;
}

/** Returns the rule of a number, with its bounds as examples. */
function numberRule(what: string, { minimum, maximum }: Json): string {
  const least = typeof minimum === 'number' ? minimum : undefined;
  const most = typeof maximum === 'number' ? maximum : undefined;
  if (least !== undefined && most !== undefined) return `${what} from ${least} to ${most}`;
  if (least !== undefined) return `${what} of at least ${least}`;
  return `${what} such as ${Math.min(most ?? 1, 1)}`;
}

function listRule(schema: Json): string {
  const items = asSchema(schema['items']);
  const [value] = Array.isArray(items['enum']) ? (items['enum'] as unknown[]) : [];
  const item = exampleOf(items) ?? (value === undefined ? undefined : JSON.stringify(value));
  const other = items['type'] === 'object' || items['properties'] ? '{}' : '"text"';
  return `a list such as ${exampleOf(schema) ?? `[${item ?? other}]`}`;
}

function objectRule(schema: Json): string {
  const { required, properties } = schema;
  const [first] = [
    ...(Array.isArray(required) ? (required as unknown[]) : []),
    ...Object.keys(asSchema(properties)),
  ];
  return `an object such as ${typeof first === 'string' ? `{"${first}": …}` : (exampleOf(schema) ?? '{}')}`;
}

const typeRules: Readonly<Record<string, (schema: Json) => string>> = {
  string: (schema) => `a string such as ${exampleOf(schema) ?? '"text"'}`,
  integer: (schema) => numberRule('a whole number', schema),
  number: (schema) => numberRule('a number', schema),
  boolean: () => 'true or false',
  array: listRule,
  object: objectRule,
  null: () => 'null',
};

/** Whether the type allows null. */
const orNull = (names: readonly unknown[], rule: string): string =>
  names.includes('null') && !/\bnull$/.test(rule) ? `${rule}, or null` : rule;

function typeWords(named: unknown, schema: Json): string {
  const names = [named].flat();
  const written = messageOf(schema);
  if (written !== undefined) return orNull(names, written);
  const values = schema['enum'];
  if (Array.isArray(values)) return oneOf(values);
  const format = formatRules.get(String(schema['format']));
  if (format !== undefined) return orNull(names, format);
  const kinds = names
    .filter((name) => name !== 'null')
    .map((name) => typeRules[String(name)]?.(schema) ?? String(name));
  return orNull(names, `must be ${kinds.join(' or ') || 'null'}`);
}

/** Returns the rule that a value broke, in words, with an example where the rule has no words. */
export function wordsOf({ keyword, params, message, parentSchema }: ErrorObject): string {
  const { limit } = params;
  const schema = asSchema(parentSchema);
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'enum':
      return `${oneOf(params['allowedValues'] as unknown[])}${hintOf(schema)}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'type':
      return typeWords(params['type'], schema);
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must be at least ${limit} characters long`;
    case 'maxLength':
      return `must be at most ${limit} characters long`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} items`;
    case 'maxItems':
      return `must have at most ${limit} items`;
    case 'minProperties':
      return limit === 1 ? 'must have at least one field' : `must have at least ${limit} fields`;
    case 'maxProperties':
      return `must have at most ${limit} fields`;
    case 'uniqueItems':
      return 'must not have duplicates';
    case 'format':
      return messageOf(schema) ?? formatRules.get(String(params['format'])) ?? 'is not allowed';
    case 'pattern':
    case 'anyOf':
    case 'oneOf':
      return messageOf(schema) ?? 'is not allowed';
    default:
      return messageOf(schema) ?? message ?? 'is not allowed';
  }
}
