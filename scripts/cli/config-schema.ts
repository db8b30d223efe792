// The JSON Schema of the files of `keyward config`, from the contract and its table of resources (openapi/resources.yaml).
import { type Contract, follow, operationsOf, type Schema } from '../../src/lib/contract.ts';
import type { Resource } from '../../src/platform/resources.ts';

/** The facts of the table that the files depend on. */
type Kind = Pick<Resource, 'operations' | 'parts' | 'references' | 'later' | 'acts' | 'own' | 'secrets'>;

/** A schema with the sentence that editors show in place of a pattern. */
type Known = Schema & { errorMessage?: string };

const keyPattern = '[a-z0-9]([a-z0-9.-]{0,98}[a-z0-9])?';

export function kindsOf(contract: Contract): Record<string, Kind> {
  const { 'x-resources': kinds } = contract as { 'x-resources'?: Record<string, Kind> };
  if (!kinds) throw new Error('The contract has no x-resources. Run make bundle.');
  return kinds;
}

/** Returns the fields of each kind that take a secret, as the command looks for them: `channels.*.url`. */
export const secretFieldsOf = (contract: Contract): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(kindsOf(contract)).map(([kind, { secrets }]) => [
      kind,
      (secrets?.given ?? []).map((path) => path.replaceAll('[]', '.*')),
    ]),
  );

/** The source of generated/config-kinds.ts. */
export const renderKinds = (contract: Contract): string =>
  `// Generated from openapi/ by \`make generate\` (scripts/client-cli.ts); do not edit.

/** The kinds of objects of a configuration, and the fields of each that take a secret; \`*\` is each item of a list. */
export const secretFields: Readonly<Record<string, readonly string[]>> = {
${Object.entries(secretFieldsOf(contract))
  .map(([kind, fields]) => `  ${kind}: [${fields.map((field) => `'${field}'`).join(', ')}],\n`)
  .join('')}};
`;

/** Returns the schema of one document of a file. Editors know draft 7 best. */
export function configSchema(contract: Contract): object {
  const definitions: Record<string, object> = {};
  const kinds = kindsOf(contract);
  const specs = Object.entries(kinds).map(([name, kind]) => [name, specOf(contract, kind)] as const);
  const used = new Set<string>();
  const written = (schema: Schema): object => plain(schema, used);
  for (const [name, spec] of specs) definitions[`spec.${name}`] = written(spec);
  // The set grows while it is walked through.
  for (const name of used) definitions[name] = written(contract.components?.schemas?.[name] ?? {});
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'An object of a Keyward configuration',
    type: 'object',
    required: ['kind', 'key', 'spec'],
    additionalProperties: false,
    properties: {
      kind: { description: 'The kind of the object', enum: Object.keys(kinds) },
      key: {
        description:
          'The name of the object in files. It stays the same if the object gets another name. Other objects refer to it as kind/key.',
        type: 'string',
        pattern: `^${keyPattern}$`,
        errorMessage: 'must be small letters, digits, dots and hyphens such as deploy-bot',
      },
      spec: { description: 'The fields of the object', type: 'object' },
    },
    allOf: specs.map(([name]) => ({
      if: { properties: { kind: { const: name } }, required: ['kind'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: {
        properties: {
          spec: { $ref: `#/definitions/spec.${name}` },
          ...(keyOf(kinds[name]) && { key: keyOf(kinds[name]) }),
        },
      },
    })),
    definitions,
  };
}

/** Returns the rule of the key of a kind, where each tenant has these objects from the beginning. */
function keyOf(kind: Kind | undefined): object | undefined {
  if (!kind || kind.operations.create !== undefined) return undefined;
  return kind.parts === undefined
    ? { const: 'default' }
    : { pattern: `^[^.]+(\\.[^.]+){${kind.parts.length - 1}}$` };
}

function bodyOf(contract: Contract, id: string | undefined): Schema {
  const operation = operationsOf(contract).find((one) => one.id === id);
  return follow(contract, operation?.body?.content?.['application/json']?.schema ?? {});
}

/** Returns the schema of the `spec` of a kind: the body that creates it, and the fields that only a change takes, such as `revokeSessions`. */
function specOf(
  contract: Contract,
  { operations, later = [], acts = [], own = [], references = {}, secrets }: Kind,
): Schema {
  const change = bodyOf(contract, operations.update);
  const body = operations.create === undefined ? change : bodyOf(contract, operations.create);
  const more = [...later, ...acts].map((name) => [name, change.properties?.[name] ?? {}] as const);
  const properties = { ...Object.fromEntries(more), ...body.properties };
  const { example: _, description: __, ...rest } = body;
  let spec: Schema = { ...rest, properties };
  for (const path of own.filter((one) => one.includes('.')))
    spec = changed(contract, spec, stepsOf(path), () => undefined);
  for (const [path, targets] of Object.entries(references))
    spec = changed(contract, spec, stepsOf(path), (schema) => reference(schema, targets));
  for (const path of secrets?.given ?? []) spec = changed(contract, spec, stepsOf(path), secret);
  return spec;
}

/** `channels[].url` → `channels`, `[]`, `url`. */
const stepsOf = (path: string): string[] => path.replaceAll('[]', '.[]').split('.');

/** Returns a copy of a schema in which the part at a path is another one, or is gone. Schemas on the way are copied, because others share them. */
function changed(
  contract: Contract,
  node: Schema,
  [step, ...rest]: readonly string[],
  change: (schema: Schema) => Schema | undefined,
): Schema {
  const schema = follow(contract, node);
  if (step === undefined) return change(node) ?? {};
  if (step === '[]' && schema.items)
    return { ...schema, items: changed(contract, schema.items, rest, change) };
  const property = schema.properties?.[step];
  if (property) {
    const part = rest.length > 0 ? changed(contract, property, rest, change) : change(property);
    const fields = Object.entries({ ...schema.properties, [step]: part });
    return { ...schema, properties: Object.fromEntries(fields.filter(isThere)) };
  }
  const parts = (list: Schema[] | undefined): Schema[] | undefined =>
    list?.map((part) => changed(contract, part, [step, ...rest], change));
  const { allOf, anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(allOf && { allOf: parts(allOf) ?? [] }),
    ...(anyOf && { anyOf: parts(anyOf) ?? [] }),
    ...(oneOf && { oneOf: parts(oneOf) ?? [] }),
  };
}

const isThere = (field: [string, Schema | undefined]): field is [string, Schema] => field[1] !== undefined;

/** An ID passes as well, for an object that no file has. */
function reference(schema: Schema, kinds: readonly string[]): Schema {
  const byKey: Known = {
    type: 'string',
    pattern: `^(${kinds.join('|')})/${keyPattern}$`,
    errorMessage: `must be another object by its kind and key, such as ${kinds[0]}/example`,
    description: `Another object by its kind and key, such as ${kinds[0]}/example`,
  };
  return { anyOf: [byKey, schema] };
}

const secret = (): Known => ({
  type: ['string', 'null'],
  pattern: '^(env:KEYWARD_SECRET_[A-Z0-9_]{1,100}|file:.{1,1000})$',
  errorMessage:
    'must be a reference to a secret: env:KEYWARD_SECRET_NAME, or file:PATH of a file inside the directory',
  description:
    'A reference to the secret: env:KEYWARD_SECRET_NAME, or file:PATH inside the directory. keyward config apply reads it',
});

/** Returns a schema as editors know it. @param used gets the names of the schemas that it refers to */
function plain(schema: Schema, used: Set<string>): object {
  const { example, ...rest } = schema as Known;
  const entries = Object.entries(rest).flatMap(([word, value]): [string, unknown][] => {
    if (word === 'x-default') return [['default', value]];
    // Editors show this sentence in place of the pattern.
    if (word === 'x-message') return [['errorMessage', value]];
    if (word.startsWith('x-')) return [];
    if (word === '$ref') {
      const name = String(value).split('/').at(-1) ?? '';
      used.add(name);
      return [[word, `#/definitions/${name}`]];
    }
    return [[word, plainPart(word, value, used)]];
  });
  if (example !== undefined && rest.examples === undefined) entries.push(['examples', [example]]);
  return Object.fromEntries(entries);
}

function plainPart(word: string, value: unknown, used: Set<string>): unknown {
  const isSchema = (one: unknown): one is Schema => typeof one === 'object' && one !== null;
  if (word === 'properties')
    return Object.fromEntries(
      Object.entries(value as Record<string, Schema>).map(([name, one]) => [name, plain(one, used)]),
    );
  if (['allOf', 'anyOf', 'oneOf'].includes(word)) return (value as Schema[]).map((one) => plain(one, used));
  if (['items', 'additionalProperties', 'propertyNames', 'not'].includes(word) && isSchema(value))
    return plain(value, used);
  return value;
}
