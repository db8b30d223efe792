// The attributes of a resource, from the schemas of the contract.
import { type Contract, defaultOf, follow, type Schema } from '../../src/lib/contract.ts';

export type Shape = 'String' | 'Integer' | 'Number' | 'Bool' | 'JSON' | 'Set' | 'List' | 'Map' | 'Object';
/** Who gives the value: the configuration, the service, or the service if the configuration gives none. */
export type Giver = 'Required' | 'Optional' | 'Computed' | 'OptionalComputed';

export interface Attribute {
  name: string;
  wire: string;
  shape: Shape;
  /** The shape of the values of a set, list or map. `Object` has its fields in `of`. */
  element?: Shape;
  of?: Attribute[];
  giver: Giver;
  about: string;
  default?: unknown;
  /** The value that a change sends if the configuration gives none any longer. */
  absent: unknown;
  /** The service takes it in the request that creates an object, or in one that changes it. */
  creates?: boolean;
  changes?: boolean;
  writeOnly?: boolean;
  /** The service never answers it, so the provider keeps what the configuration says. */
  unanswered?: boolean;
  /** It says how a change is made, and the object does not keep it. */
  act?: boolean;
  moment?: boolean;
  rule: Rule;
}
export interface Rule {
  choices?: string[];
  pattern?: string;
  message?: string;
  least?: number;
  most?: number;
}

type Known = Schema & { writeOnly?: boolean; nullable?: boolean; uniqueItems?: boolean };

/** Returns a schema without references and composition. A union of objects has the fields of all of them. */
export function flat(contract: Contract, { $ref, allOf = [], anyOf, oneOf = anyOf, ...own }: Known): Known {
  const parts = [...($ref === undefined ? [] : [follow<Schema>(contract, { $ref })]), ...allOf];
  const inherited = [...parts.map((one) => flat(contract, one)), own].reduce<Known>(
    (sum, one) => ({
      ...sum,
      ...one,
      properties: { ...sum.properties, ...one.properties },
      required: [...(sum.required ?? []), ...(one.required ?? [])],
    }),
    {},
  );
  const choices = (oneOf ?? []).map((one) => flat(contract, one));
  const real = choices.filter(({ type }) => type !== 'null');
  const fields: Record<string, Schema> = Object.assign({}, ...real.map((one) => one.properties));
  const types = [inherited.type ?? real.find((one) => one.type !== undefined)?.type ?? []].flat();
  const type = types.find((one) => one !== 'null');
  return {
    ...(real.length === 1 ? real[0] : {}),
    ...inherited,
    properties: { ...fields, ...inherited.properties },
    required:
      real.length === 1
        ? [...(real[0]?.required ?? []), ...(inherited.required ?? [])]
        : (inherited.required ?? []),
    ...(type !== undefined && { type }),
    nullable: inherited.nullable === true || types.includes('null') || real.length < choices.length,
  };
}

export const snake = (name: string): string =>
  name
    .replaceAll(
      /([A-Z]+)(?=[A-Z][a-z]|$)|[A-Z]/g,
      (letters, _, at: number) => `${at > 0 ? '_' : ''}${letters.toLowerCase()}`,
    )
    .replaceAll('__', '_');

/** Names that a configuration gives every resource. A field with such a name gets another one. */
const reserved = ['connection', 'count', 'depends_on', 'for_each', 'lifecycle', 'provider', 'provisioner'];
/** Returns the name of an attribute of a resource. */
const freeName = (wire: string): string =>
  reserved.includes(snake(wire)) ? `${snake(wire)}_kind` : snake(wire);

const hasFields = ({ properties = {} }: Schema) => Object.keys(properties).length > 0;

function shapeOf(
  contract: Contract,
  schema: Known,
): Pick<Attribute, 'shape' | 'element'> & { inner?: Known } {
  switch (String(schema.type)) {
    case 'boolean':
      return { shape: 'Bool' };
    case 'integer':
      return { shape: 'Integer' };
    case 'number':
      return { shape: 'Number' };
    case 'string':
      return { shape: 'String' };
    case 'array': {
      const inner = flat(contract, schema.items ?? {});
      const { shape } = shapeOf(contract, inner);
      // A set of objects has no place in an address, and a plan shows each change of it as two.
      return {
        shape: schema.uniqueItems === true && shape !== 'Object' ? 'Set' : 'List',
        element: shape,
        inner,
      };
    }
    case 'object': {
      if (hasFields(schema)) return { shape: 'Object', inner: schema };
      const { additionalProperties: values } = schema;
      if (typeof values !== 'object') return { shape: 'JSON' };
      const inner = flat(contract, values);
      return { shape: 'Map', element: shapeOf(contract, inner).shape, inner };
    }
    default:
      return schema.enum?.every((one) => typeof one === 'string') || typeof schema.const === 'string'
        ? { shape: 'String' }
        : { shape: 'JSON' };
  }
}

/** Whether Go reads the pattern. Its expressions look neither ahead nor behind. */
const isPlain = (pattern: string) => !/\(\?[=!<]/.test(pattern);
/** Go repeats a part at most 1,000 times. `maxLength` bounds the length anyway. */
const readable = (pattern: string) => pattern.replaceAll(/\{1,\d{4,}\}/g, '+');

function ruleOf({ enum: choices, pattern, ...schema }: Known, shape: Shape): Rule {
  const [least, most] =
    shape === 'String'
      ? [schema.minLength, schema.maxLength]
      : shape === 'Integer' || shape === 'Number'
        ? [schema.minimum, schema.maximum]
        : [schema.minItems, schema.maxItems];
  const texts = (choices ?? []).filter((one) => typeof one === 'string');
  return {
    ...(texts.length > 0 && { choices: texts }),
    ...(pattern !== undefined && isPlain(pattern) && { pattern: readable(pattern) }),
    ...(schema['x-message'] !== undefined && { message: schema['x-message'] }),
    ...(least !== undefined && { least }),
    ...(most !== undefined && { most }),
  };
}

/** Returns what a change sends for a value that the configuration gives no longer. */
function absentOf({ shape, of }: Pick<Attribute, 'shape' | 'of'>, schema: Known): unknown {
  const usual = defaultOf(schema);
  if (shape === 'Object' && !schema.nullable)
    return Object.fromEntries((of ?? []).map(({ wire, absent }) => [wire, absent]));
  if (usual !== undefined) return usual;
  if (schema.nullable) return null;
  if (shape === 'Set' || shape === 'List') return [];
  return shape === 'Map' || shape === 'JSON' ? {} : null;
}

const about = (schema: Known, inner?: Known): string =>
  (schema.description ?? inner?.description ?? '').trim().replaceAll(/\s+/g, ' ');

/** Returns the attributes of an object that the service answers. The provider only shows them. */
export function shownAttributes(contract: Contract, node: Schema): Attribute[] {
  return Object.entries(flat(contract, node).properties ?? {}).map(([wire, property]) => {
    const schema = flat(contract, property);
    const { shape, element, inner } = shapeOf(contract, schema);
    return {
      name: freeName(wire),
      wire,
      shape,
      ...(element && { element }),
      ...((shape === 'Object' || element === 'Object') && inner && { of: shownAttributes(contract, inner) }),
      giver: 'Computed' as const,
      about: about(schema, inner),
      absent: null,
      ...(schema.format === 'date-time' && { moment: true }),
      rule: {},
    };
  });
}

interface Sides {
  /** The schemas of the body that creates, of the body that changes, and of the answer. */
  create: Schema | undefined;
  change: Schema | undefined;
  answer: Schema | undefined;
}

/** Returns the attributes that a configuration gives, of a whole object or of a part of it. */
export function givenAttributes(contract: Contract, sides: Sides, isNested = false): Attribute[] {
  const [create, change, answer] = [sides.create, sides.change, sides.answer].map(
    (one) => one && flat(contract, one),
  );
  const names = new Set([...Object.keys(create?.properties ?? {}), ...Object.keys(change?.properties ?? {})]);
  return [...names].map((wire) => {
    const [input, changed, shown] = [create, change, answer].map((one) => {
      const property = one?.properties?.[wire];
      return property && flat(contract, property);
    });
    const given = input ?? changed ?? {};
    const isFree = given.type === 'object' && !hasFields(given) && shown && hasFields(shown);
    const schema = isFree
      ? { ...shown, ...(given.description && { description: given.description }) }
      : given;
    const { shape, element, inner } = shapeOf(contract, schema);
    const answered = shown && shapeOf(contract, shown);
    const isAnswered = answered !== undefined && sameKind(answered, { shape, ...(element && { element }) });
    const innerAnswer = answered?.inner;
    const fields =
      shape === 'Object' || element === 'Object'
        ? givenAttributes(contract, { create: inner, change: undefined, answer: innerAnswer }, true)
        : undefined;
    // A change of a free object is a merge patch (RFC 7396), in which null takes a field away.
    const of = isFree ? fields?.map((one) => ({ ...one, absent: null })) : fields;
    const usual = defaultOf(given);
    const isRequired = create?.required?.includes(wire) === true;
    // OpenTofu has no value of its own for an object with a secret of the configuration.
    const holdsSecret = of?.some((one) => one.writeOnly) === true;
    const hasDefault =
      !holdsSecret &&
      usual !== undefined &&
      usual !== null &&
      !isEmptyObject(usual) &&
      !(isNested && Array.isArray(usual));
    const isWriteOnly = given.writeOnly === true;
    // The service chooses a value if the configuration has none, and says which.
    const isChosen =
      isAnswered && usual === undefined && !(given.nullable === true && shown?.nullable === true);
    const isServices =
      isChosen &&
      !holdsSecret &&
      (!isNested || (answer?.required?.includes(wire) === true && !element && !of));
    const attribute: Attribute = {
      name: freeName(wire),
      wire,
      shape,
      ...(element && { element }),
      ...(of && { of }),
      giver: isRequired
        ? 'Required'
        : isWriteOnly
          ? 'Optional'
          : hasDefault || isServices
            ? 'OptionalComputed'
            : 'Optional',
      about: about(given, inner),
      ...(hasDefault && { default: usual }),
      absent: null,
      ...(create?.properties?.[wire] && { creates: true }),
      ...(change?.properties?.[wire] && { changes: true }),
      ...(isWriteOnly && { writeOnly: true }),
      ...(!isAnswered && !isWriteOnly && { unanswered: true }),
      ...(schema.format === 'date-time' && { moment: true }),
      rule: {
        ...ruleOf(schema, shape),
        ...(element && inner && element !== 'Object' ? elementRule(ruleOf(inner, element)) : {}),
      },
    };
    // OpenTofu keeps objects that the service chose only if the service may choose each of their fields.
    const left = attribute.giver === 'OptionalComputed' && !hasDefault && element && attribute.of;
    return {
      ...attribute,
      ...(left && { of: left.map(chosenByService) }),
      absent: absentOf(attribute, given),
    };
  });
}

const chosenByService = (one: Attribute): Attribute => ({
  ...without(one, 'default'),
  giver: 'OptionalComputed',
});

/** Returns an attribute without these facts. */
export function without(one: Attribute, ...facts: ('default' | 'unanswered')[]): Attribute {
  const left = { ...one };
  for (const fact of facts) delete left[fact];
  return left;
}

const isEmptyObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

/** The rule of each item. The bounds of a list are those of its length. */
const elementRule = ({ choices, pattern, message }: Rule): Rule => ({
  ...(choices && { choices }),
  ...(pattern !== undefined && { pattern }),
  ...(message !== undefined && { message }),
});

/** Answers show a set as a list. */
const sameKind = (one: Pick<Attribute, 'shape' | 'element'>, other: Pick<Attribute, 'shape' | 'element'>) => {
  const plain = (shape: Shape) => (shape === 'Set' ? 'List' : shape);
  return plain(one.shape) === plain(other.shape) && one.element === other.element;
};
