// The flags of a command, from the schemas of its query and of its body.
import type { Field, Kind } from '../../clients/cli/src/command.ts';
import { type Contract, defaultOf, follow, type Operation, type Schema } from '../../src/lib/contract.ts';
import { singular } from '../client-names.ts';

/** Fields of objects have flags of their own down to this depth. Deeper ones are written as JSON. */
const deepest = 3;

/** Names of fields with a secret, beside those that are `writeOnly` or have the format `password`. */
const secretName = /^(?:password|accessPass|token|credential|secret)$|(?:Password|Secret|Token)$/;

export const kebab = (name: string): string =>
  name.replace(
    /[A-Z]+(?![a-z])|[A-Z]/g,
    (letters, at: number) => `${at > 0 ? '-' : ''}${letters.toLowerCase()}`,
  );

type Known = Schema & { writeOnly?: boolean };

/** Returns a schema without references and composition. If a value may be of several types, the flag takes the richest. */
export function flat(contract: Contract, node: Schema): Known & { nullable?: true } {
  const { $ref, allOf = [], anyOf, oneOf, ...own } = node;
  const parts = [...($ref === undefined ? [] : [follow<Schema>(contract, { $ref })]), ...allOf];
  let sum: Known & { nullable?: true } = {};
  for (const part of [...parts.map((one) => flat(contract, one)), own])
    sum = { ...sum, ...part, ...joined(sum, part) };
  const choices = (anyOf ?? oneOf ?? []).map((one) => flat(contract, one));
  if (choices.length > 0) {
    const real = choices.filter(({ type }) => type !== 'null');
    const richest = ['array', 'object', 'boolean'].map((type) => real.find((one) => one.type === type));
    const chosen = richest.find((one) => one !== undefined) ?? real[0] ?? {};
    const isUnion = real.length > 1 && real.every(({ properties }) => properties !== undefined);
    const variants = isUnion ? real : [chosen];
    const properties = Object.assign(
      {},
      ...variants.map((one) => one.properties).toReversed(),
      sum.properties,
    ) as Record<string, Schema> | undefined;
    sum = { ...chosen, ...sum, required: sum.required ?? (isUnion ? [] : chosen.required) ?? [] };
    if (properties && Object.keys(properties).length > 0) sum.properties = properties;
    if (real.length < choices.length) sum.nullable = true;
  }
  const types = [sum.type ?? []].flat();
  if (types.includes('null')) sum.nullable = true;
  const type = types.find((one) => one !== 'null');
  return type === undefined ? (sum.properties ? { ...sum, type: 'object' } : sum) : { ...sum, type };
}

const joined = (left: Schema, right: Schema): Schema => ({
  ...((left.properties ?? right.properties) && { properties: { ...left.properties, ...right.properties } }),
  ...((left.required ?? right.required) && {
    required: [...(left.required ?? []), ...(right.required ?? [])],
  }),
});

/** Whether a value has a secret in it. */
function holdsSecret(contract: Contract, name: string, node: Schema, depth = 0): boolean {
  const schema = flat(contract, node);
  if (schema.writeOnly === true || schema.format === 'password') return true;
  if (schema.type === 'string' && secretName.test(name)) return true;
  if (depth > 6) return false;
  return [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.items ? [[name, schema.items] as const] : []),
  ].some(([key, part]) => holdsSecret(contract, key, part, depth + 1));
}

const kinds: Readonly<Record<string, Kind>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'switch',
};
const kindOf = ({ type, enum: values = [] }: Schema): Kind =>
  kinds[String(type ?? '')] ??
  (values.every((one) => typeof one === 'string') && values.length > 0 ? 'text' : 'json');

/** The first sentence of a description, in one line. */
export function firstSentence(text = ''): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return /^.*?(?<=\S)[.;](?= )/.exec(line)?.[0].replace(/[.;]$/, '') ?? line.replace(/\.$/, '');
}

/** Returns the flag of one field. Fields of an object have flags of their own. */
function fieldOf(contract: Contract, name: string, node: Schema, required: boolean): Field {
  const schema = flat(contract, node);
  const many = schema.type === 'array';
  const item = many ? flat(contract, schema.items ?? {}) : schema;
  const usual = defaultOf(schema);
  const last = name.split('.').at(-1) ?? name;
  const values = (item.enum ?? []).filter((one) => typeof one === 'string' || typeof one === 'number');
  return {
    name,
    flag: name.split('.').map(kebab).join('.'),
    kind: kindOf(item),
    about: firstSentence(schema.description ?? item.description),
    ...(many && { many: true as const }),
    ...(values.length > 0 && { values }),
    ...(item['x-open-enum'] === true && { isOpen: true as const }),
    ...(required && { required: true as const }),
    ...(schema.nullable && { nullable: true as const }),
    ...(holdsSecret(contract, last, node) && { secret: true as const }),
    ...(usual !== undefined &&
      usual !== null && { default: JSON.stringify(usual).replace(/^"(.*)"$/, '$1') }),
  };
}

/** Whether a flag can have the name. Others, such as the URNs of SCIM, are written with `--input`. */
const canBeFlag = (name: string): boolean => /^[A-Za-z]\w*$/.test(name);

/**
 * The objects of PATCH bodies that the service merges with what it has. The others it replaces, so a flag for one of their fields would
 * empty the rest: `--address.country DE` would take away the street. They are written whole, as JSON. `jwks` has one field only.
 */
const merged =
  /^(?:conditions(?:\.(?:users|groups|identities|identityTypes|applications|locations|schedule))?|selector|session|jwks)$/;

/**
 * Returns the flags of the fields of an object.
 * @param isPatch whether the body is a change of what there is
 * @param before the path of the object, with a dot at its end
 */
function* fieldsOf(contract: Contract, node: Schema, isPatch: boolean, before = ''): Generator<Field> {
  const { properties = {}, required = [] } = flat(contract, node);
  for (const [name, property] of Object.entries(properties)) {
    if (!canBeFlag(name)) continue;
    const path = `${before}${name}`;
    const schema = flat(contract, property);
    const isRequired = before === '' && required.includes(name);
    yield fieldOf(contract, path, property, isRequired);
    const isDeep = path.split('.').length >= deepest;
    if (schema.type === 'object' && schema.properties && !isDeep && (!isPatch || merged.test(path)))
      yield* fieldsOf(contract, property, isPatch, `${path}.`);
  }
}

/** Flags of every command, which no field takes. */
const reserved = [
  'help',
  'input',
  'output',
  'all',
  'yes',
  'unset',
  'if-match',
  'idempotency-key',
  'wrap-ttl',
  'api-key',
];

/**
 * Gives each flag its short form, where it is not taken.
 * @param own flags that this command has beside those of every command
 * @throws where two fields have one flag, or a flag would be read as the no of another
 */
export function named(id: string, fields: readonly Field[], own: readonly string[] = []): Field[] {
  const negative = fields.find(({ flag }) => flag.startsWith('no-'));
  if (negative) throw new Error(`${id}: --${negative.flag} would be read as the no of another flag`);
  const shortOf = ({ flag, many, from }: Field): string => {
    const plain = many ? singular(flag) : flag;
    return from === undefined ? plain : plain.replace(/-id$/, '');
  };
  const taken = [
    ...reserved,
    ...own,
    ...fields.flatMap(({ flag, kind, secret }) => [
      flag,
      ...(secret ? [`${flag}-file`] : kind === 'switch' ? [`no-${flag}`] : []),
    ]),
  ];
  const twice = taken.find((flag, at) => taken.indexOf(flag) !== at);
  if (twice !== undefined) throw new Error(`${id}: two flags of its command are called --${twice}`);
  const shorts = fields.map(shortOf);
  return fields.map((field, at) => {
    const short = shorts[at] ?? field.flag;
    const isFree = !taken.includes(short) && shorts.indexOf(short) === shorts.lastIndexOf(short);
    const { name, flag, ...rest } = field;
    return { name, flag, ...(isFree && { short }), ...rest };
  });
}

export const queryFields = (contract: Contract, operation: Operation): Field[] =>
  operation.parameters
    .filter((one) => one.in === 'query')
    .map(({ name = '', schema = {}, description, required = false }) => ({
      ...fieldOf(contract, name, schema, required),
      ...(description !== undefined && { about: firstSentence(description) }),
    }));

/** Returns the flags of a body, or undefined if the operation takes none. */
export function bodyFields(contract: Contract, operation: Operation): Field[] | undefined {
  const schema = Object.values(operation.body?.content ?? {})[0]?.schema;
  return schema && [...fieldsOf(contract, schema, operation.method === 'PATCH')];
}
