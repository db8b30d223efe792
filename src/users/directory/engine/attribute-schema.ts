import { cut } from '../../../lib/cut.ts';
import { isObject } from '../../../lib/object.ts';
import { assertions, mostValues } from './schema-keyword.ts';

/**
 * The subset of JSON Schema 2020-12 in which a tenant says what may stand in `users.attributes`. It is interpreted:
 * a validator that compiles schemas runs code made of what a stranger wrote. No keyword takes more than linear time
 * (there is no `pattern`) or leads anywhere else (there is no `$ref`), so the bounds below bound the time as well.
 */
export type AttributeSchema = Readonly<Record<string, unknown>>;

const mostBytes = 16_384;
const mostSchemas = 200;
const mostLevels = 8;
const mostFaults = 20;
/** Values times the schemas that judge them. So many take about 0.1 s; attributes of people take a few hundred. */
const mostSteps = 200_000;
const dialect = 'https://json-schema.org/draft/2020-12/schema';

type Path = readonly string[];
/** The words are made when they are told: most are not. */
type Finding = readonly [path: Path, words: string | (() => string)];

/**
 * Returns the mistakes that must be corrected before a schema can be used.
 * @returns by the place in the schema, `schema.properties.floor.type`; nothing when it can be used
 */
export function schemaMistakes(schema: AttributeSchema): Record<string, string> {
  if (Buffer.byteLength(JSON.stringify(schema)) > mostBytes)
    return { schema: 'must be at most 16 KB as JSON' };
  if (Object.keys(schema).length === 0) return {};
  const mistakes = told('schema', mistakesOf(schema, [], { schemas: 0 }));
  return schema['type'] === 'object' ? mistakes : { 'schema.type': 'must be object', ...mistakes };
}

/** @returns by the name of the attribute, `attributes.address.city`, what it must be; nothing when all is right */
export function attributeFaults(
  schema: AttributeSchema,
  attributes: Record<string, unknown>,
): Record<string, string> {
  try {
    return told('attributes', new Judge().faultsOf(schema, attributes, []));
  } catch (error) {
    if (error instanceof TooManySteps) return { attributes: error.message };
    throw error;
  }
}

/** The attributes are too large for their schema: who wrote both could keep the process busy for seconds. */
class TooManySteps extends Error {
  override readonly name = 'TooManySteps';

  constructor() {
    super(
      `must need at most ${mostSteps} steps to validate against the schema: send shorter lists, such as 100 items`,
    );
  }
}

/** The first findings, each place once. */
function told(root: string, findings: Iterable<Finding>): Record<string, string> {
  const fields = new Map<string, string>();
  for (const [path, words] of findings) {
    const field = [root, ...path.map((part) => cut(part, 100))].join('.');
    if (!fields.has(field)) fields.set(field, typeof words === 'string' ? words : words());
    if (fields.size >= mostFaults) break;
  }
  // fromEntries defines own properties, `__proto__` too; assignment would set the prototype.
  return Object.fromEntries(fields);
}

/** Keywords that say something to people only. */
const annotations = new Set(['$comment', 'title', 'description', 'default', 'examples', 'deprecated']);
const ofOne = new Set(['additionalProperties', 'items', 'not']);
const ofSeveral = new Set(['anyOf', 'oneOf', 'allOf']);
const known = [
  ...assertions.keys(),
  ...annotations,
  ...ofOne,
  ...ofSeveral,
  '$schema',
  'properties',
  'required',
];

const isName = (name: unknown): boolean => typeof name === 'string' && name.length <= 256;

/** @param count of the schemas that were seen before */
function* mistakesOf(schema: unknown, path: Path, count: { schemas: number }, level = 0): Generator<Finding> {
  if (typeof schema === 'boolean') return;
  if (isObject(schema)) count.schemas += 1;
  if (!isObject(schema)) yield [path, 'must be a schema: an object, true or false'];
  else if (count.schemas > mostSchemas) yield [[], `must have at most ${mostSchemas} nested schemas`];
  else if (level > mostLevels) yield [path, `must be nested at most ${mostLevels} levels deep`];
  else
    for (const [keyword, operand] of Object.entries(schema)) {
      const at = [...path, keyword];
      const mistake = assertions.has(keyword)
        ? assertions.get(keyword)?.mistake(operand)
        : shapeMistake(keyword, operand);
      if (mistake !== undefined) yield [at, mistake];
      else
        for (const [step, one] of below(keyword, operand))
          yield* mistakesOf(one, [...at, ...step], count, level + 1);
    }
}

function shapeMistake(keyword: string, operand: unknown): string | undefined {
  if (keyword === '$schema') return operand === dialect ? undefined : `must be ${dialect}`;
  if (keyword === 'properties')
    return isObject(operand) ? undefined : 'must be an object that maps names to schemas';
  if (keyword === 'required') {
    const right = Array.isArray(operand) && operand.length <= mostValues && operand.every(isName);
    return right ? undefined : `must list at most ${mostValues} names`;
  }
  if (ofSeveral.has(keyword))
    return Array.isArray(operand) && operand.length > 0 ? undefined : 'must be a list of at least one schema';
  return known.includes(keyword) ? undefined : `is not supported; supported are: ${known.join(', ')}`;
}

/** The schemas in an operand, each with the way to it. */
function below(keyword: string, operand: unknown): [Path, unknown][] {
  if (ofOne.has(keyword)) return [[[], operand]];
  if (ofSeveral.has(keyword) || keyword === 'properties')
    return Object.entries(operand as object).map(([name, one]) => [[name], one]);
  return [];
}

/** Judges values by a schema that has no mistakes. It throws {@link TooManySteps}. */
class Judge {
  private steps = 0;

  /** Lazy, so that a question for yes or no ends at the first fault. */
  *faultsOf(schema: unknown, value: unknown, path: Path): Generator<Finding> {
    if (++this.steps > mostSteps) throw new TooManySteps();
    if (schema === false) yield [path, 'is not allowed'];
    if (!isObject(schema)) return;
    for (const [keyword, operand] of Object.entries(schema)) {
      const assertion = assertions.get(keyword);
      if (assertion) {
        if (!assertion.isRight(operand, value)) yield [path, () => assertion.must(operand)];
        continue;
      }
      if (Array.isArray(operand)) yield* this.faultsOfList(keyword, operand, value, path);
      else yield* this.faultsOfPart(keyword, operand, value, path, schema);
    }
  }

  private *faultsOfList(keyword: string, operand: unknown[], value: unknown, path: Path): Generator<Finding> {
    if (keyword === 'required' && isObject(value)) {
      for (const name of operand.map(String))
        if (!Object.hasOwn(value, name)) yield [[...path, name], 'is required'];
    }
    if (keyword === 'allOf') for (const one of operand) yield* this.faultsOf(one, value, path);
    if (keyword === 'anyOf' && !operand.some((one) => this.fits(one, value)))
      yield [path, 'must match one of the schemas of anyOf'];
    if (keyword === 'oneOf' && operand.filter((one) => this.fits(one, value)).length !== 1)
      yield [path, 'must match exactly one of the schemas of oneOf'];
  }

  private *faultsOfPart(
    keyword: string,
    operand: unknown,
    value: unknown,
    path: Path,
    { properties }: AttributeSchema,
  ): Generator<Finding> {
    if (keyword === 'not' && this.fits(operand, value)) yield [path, 'must not match the schema of not'];
    if (keyword === 'items' && Array.isArray(value)) {
      for (const [at, item] of value.entries()) yield* this.faultsOf(operand, item, [...path, String(at)]);
    }
    if (keyword === 'properties' && isObject(operand) && isObject(value)) {
      for (const [name, one] of Object.entries(operand))
        if (Object.hasOwn(value, name)) yield* this.faultsOf(one, value[name], [...path, name]);
    }
    if (keyword === 'additionalProperties' && isObject(value)) {
      const named = isObject(properties) ? properties : {};
      for (const [name, one] of Object.entries(value))
        if (!Object.hasOwn(named, name)) yield* this.faultsOf(operand, one, [...path, name]);
    }
  }

  private fits(schema: unknown, value: unknown): boolean {
    return this.faultsOf(schema, value, []).next().done === true;
  }
}
