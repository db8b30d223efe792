// How many bytes the body of an operation may have, by its schema.
import { type Contract, follow, type Operation, type Schema } from '../src/lib/contract.ts';

/** The largest limit, in bytes (decisions 6.16). */
export const mostBytes = 1_048_576;

/** Limits are multiples of this, so that most new fields do not change them. */
const step = 4_096;

/**
 * Bytes of one code point at most. In JSON: two escapes of six bytes, from serializers that send ASCII alone. In a form:
 * four bytes, each written with three.
 */
const bytesOfCharacter = 12;

/** Bytes around one value: quotes, separators, and the indentation of a body that people read. */
const bytesAround = 64;

/** Bytes of a number, a boolean or null, however it is written. */
const bytesOfScalar = 32;

/** Code points of a text whose format bounds it. */
const ofFormats: Readonly<Record<string, number>> = {
  date: 10,
  'date-time': 64,
  email: 320,
  ipv4: 15,
  ipv6: 45,
  uuid: 36,
};

/**
 * Measures the largest value of a schema, as a serializer that wastes space writes it.
 * @returns bytes; Infinity if the schema sets no bound
 */
export function largest(
  contract: Contract,
  node: Schema,
  closed = false,
  above: ReadonlySet<Schema> = new Set(),
): number {
  const schema = follow(contract, node);
  // A schema that contains itself has no bound.
  if (above.has(schema)) return Infinity;
  const below = new Set(above).add(schema);
  const of = (part: Schema, isClosed = false): number => largest(contract, part, isClosed, below);
  if (schema.const !== undefined) return written(schema.const);
  if (schema.enum) return Math.max(...schema.enum.map(written));
  // Parts that compose a schema judge the same object, which has the schema's own properties and no others.
  const isClosed = closed || schema.additionalProperties === false || schema.unevaluatedProperties === false;
  const parts = (schema.allOf ?? []).map((part) => of(part, isClosed)).filter(Number.isFinite);
  const choices = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].map((part) => of(part, isClosed));
  const chosen = Math.max(0, ...choices);
  const own = ofTypes(schema, isClosed, of);
  const all = [
    ...parts,
    ...(Number.isFinite(own) ? [own] : []),
    ...(Number.isFinite(chosen) ? [chosen] : []),
  ];
  // Each of them bounds the value; together they are its fields.
  const total = all.reduce((sum, one) => sum + one, 0);
  return total > 0 ? total : Infinity;
}

type Measure = (part: Schema) => number;

function ofTypes(schema: Schema, closed: boolean, of: Measure): number {
  const named = [schema.type ?? (schema.properties ? 'object' : [])].flat();
  return Math.max(...named.map((type) => ofType(type, schema, closed, of)), named.length > 0 ? 0 : Infinity);
}

function ofType(type: string, schema: Schema, closed: boolean, of: Measure): number {
  if (type === 'object') return ofObject(schema, closed, of);
  if (type === 'array') {
    const { maxItems = Infinity, items, prefixItems = [] } = schema;
    const first = prefixItems.reduce((sum, part) => sum + of(part) + bytesAround, 0);
    if (!items) return prefixItems.length > 0 ? first + bytesAround : Infinity;
    return maxItems === 0 ? bytesAround : maxItems * (of(items) + bytesAround) + first + bytesAround;
  }
  if (type !== 'string') return bytesOfScalar;
  const { maxLength = ofFormats[schema.format ?? ''] ?? Infinity } = schema;
  return maxLength * bytesOfCharacter + bytesAround;
}

function ofObject(schema: Schema, closed: boolean, of: Measure): number {
  const { properties = {}, additionalProperties: others, maxProperties = Infinity, propertyNames } = schema;
  const entry = (name: number, value: Schema): number =>
    name * bytesOfCharacter + of(value) + 2 * bytesAround;
  const fields = Object.entries(properties).map(([name, value]) => entry(name.length, value));
  const named = fields.reduce((sum, one) => sum + one, bytesAround);
  const isOpen = others === true || (others === undefined && !closed);
  if (isOpen) return Infinity;
  if (typeof others !== 'object') return named;
  return named + maxProperties * entry(propertyNames?.maxLength ?? Infinity, others);
}

const written = (value: unknown): number => JSON.stringify(value).length * bytesOfCharacter + bytesAround;

/**
 * The limit of an operation: what its schema allows, rounded up, and never more than {@link mostBytes}.
 * `x-max-body` says it for schemas without a bound of their own.
 * @throws {Error} the schema has no bound, and the operation does not say one
 */
export function bodyLimit(contract: Contract, operation: Operation): number {
  const limit = statedLimit(contract, operation);
  if (limit === undefined)
    throw new Error(
      `${operation.id} takes a body without a bound: bound its schema, or set x-max-body on the operation`,
    );
  return limit;
}

/** The limit that an operation's `x-max-body` or its schema states, in bytes; undefined where neither does. */
export function statedLimit(contract: Contract, { body, 'x-max-body': said }: Operation): number | undefined {
  const schemas = Object.values(body?.content ?? {}).flatMap(({ schema }) => schema ?? []);
  if (schemas.length === 0) return 0;
  if (said !== undefined) return said;
  const most = Math.max(...schemas.map((schema) => largest(contract, schema)));
  return most === Infinity ? undefined : Math.min(Math.ceil(most / step) * step, mostBytes);
}
