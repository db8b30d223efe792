// The compatibility rules of a schema, in the direction in which it travels.
import { isDeepStrictEqual } from 'node:util';
import { texts, unknownChanges } from './breaking-unknown.ts';
import { type Contract, defaultOf, type Schema } from '../src/lib/contract.ts';
import { choicesOf } from './schema-choices.ts';

export type Direction = 'request' | 'response';
export type Tell<Rule extends string> = (rule: Rule, where: string, what: string) => void;
type Keywords = Schema & Record<string, unknown>;
/**
 * Both sides of a change. The service must still take what it took, and must not answer what was impossible
 * before. So `inner`, the old schema of a request and the new one of a response, must lie within `outer`.
 */
type Sides = Record<'before' | 'after' | 'inner' | 'outer', Keywords>;

const most = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const least = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const limits = [...most, ...least, 'multipleOf', 'uniqueItems'];
const shapes = 'type enum const x-open-enum format pattern default x-default properties required items';
const rest = ['additionalProperties', 'unevaluatedProperties', 'x-text'];
const judged = [...texts, ...limits, ...shapes.split(' '), ...rest, 'x-read-by'];

function isTighter(keyword: string, was: unknown, is: unknown): boolean {
  if (is === undefined || is === was) return false;
  if (keyword === 'uniqueItems') return is === true;
  if (/^min[A-Z]/.test(keyword)) return Number(is) > Number(was ?? 0);
  if (was === undefined) return true;
  // A value that four divides is one that two divides.
  if (keyword === 'multipleOf') return !Number.isInteger(Number(was) / Number(is));
  return most.includes(keyword) ? Number(is) < Number(was) : Number(is) > Number(was);
}

const isClosed = (one: Schema) => one.additionalProperties === false || one.unevaluatedProperties === false;
const valuesOf = ({ enum: values, const: only }: Schema) => (only === undefined ? values : [only]);
/** Returns the schema of the properties that have none of their own. */
const mapOf = ({ additionalProperties, unevaluatedProperties }: Schema) =>
  [additionalProperties, unevaluatedProperties].find((map) => typeof map === 'object');
/** Whether readers were told to expect any names. */
const isMap = (one: Schema) =>
  !isClosed(one) &&
  Boolean(mapOf(one) ?? one.additionalProperties ?? Object.keys(one.properties ?? {}).length === 0);

/**
 * Returns the pattern of a secret without wrap tokens (`X-Wrap-Ttl`): clients that do not ask for one see none.
 */
const unwrapped = (pattern: unknown) =>
  String(pattern).replace(/^\^\((.+)\|kd_wrap_\[0-9A-Za-z\]\{49\}\)\$$/, '^$1$');

type SchemaRule = (sides: Sides, isRequest: boolean) => string[];
/** Each says what is broken. */
const rules = {
  enum: ({ before, inner, outer }, isRequest) => {
    const [values, allowed] = [valuesOf(inner), valuesOf(outer)];
    if (!allowed || (!isRequest && before['x-open-enum'])) return [];
    if (!values) return [`${isRequest ? 'takes only' : 'was always'} one of ${JSON.stringify(allowed)}`];
    const others = values.filter((value) => !allowed.includes(value));
    return others.map((value) => `${JSON.stringify(value)} is ${isRequest ? 'no longer taken' : 'new'}`);
  },
  'open-enum': ({ before, after }, isRequest) =>
    !isRequest && before.enum && !before['x-open-enum'] && after['x-open-enum']
      ? ['was closed, is open']
      : [],
  form: ({ inner, outer }, isRequest) =>
    ['format', 'pattern']
      .filter((keyword) => outer[keyword] !== undefined && outer[keyword] !== inner[keyword])
      .filter((keyword) => isRequest || outer[keyword] !== unwrapped(inner[keyword]))
      .map((keyword) => `has another ${keyword}`),
  // A limit of an answer tells what is there today: it rises with the limit of the request that put it there.
  limit: ({ before, after }, isRequest) =>
    limits
      .filter((keyword) => isRequest && isTighter(keyword, before[keyword], after[keyword]))
      .map(
        (keyword) =>
          `${keyword} was ${JSON.stringify(before[keyword]) ?? 'none'}, is ${JSON.stringify(after[keyword])}`,
      ),
  // A text may come to refuse characters that disguise it (docs/compatibility.md); what may have lines keeps them.
  text: ({ before, after }, isRequest) =>
    isRequest && before['x-text'] === 'prose' && after['x-text'] === 'line'
      ? ['may have no line breaks any more']
      : [],
  default: ({ before, after }, isRequest) =>
    isRequest && defaultOf(before) !== undefined && !isDeepStrictEqual(defaultOf(before), defaultOf(after))
      ? [`the default was ${JSON.stringify(defaultOf(before))}`]
      : [],
  property: ({ before, after }) =>
    Object.keys(before.properties ?? {})
      .filter((name) => !after.properties?.[name])
      .map((name) => `${name} is gone`),
  required: ({ before, after, inner, outer }, isRequest) =>
    (outer.required ?? [])
      .filter((name) => !inner.required?.includes(name))
      .filter((name) => after.properties?.[name] ?? !before.properties?.[name]) // otherwise it is gone
      .map((name) => `${name} ${isRequest ? 'is required now' : 'may be absent now'}`),
  closed: ({ before, after }, isRequest) =>
    isClosed(after) && (isRequest ? !isClosed(before) : isMap(before))
      ? [`${isRequest ? 'takes' : 'has'} no other properties any more`]
      : [],
} satisfies Record<string, SchemaRule>;

export type SchemaRuleName = keyof typeof rules | 'type' | 'unknown';
type TellSchema = Tell<SchemaRuleName>;
const ruleList = Object.entries(rules) as [keyof typeof rules, SchemaRule][];

/** A function that tells what of `before` a schema no longer keeps, named by its component or else by its place. */
export function schemaComparer(released: Contract, present: Contract, report: TellSchema) {
  const underway: [Schema, Schema][] = []; // schemas may contain themselves
  const unknown = unknownChanges(released, present);

  function compare(direction: Direction, before: Schema, after: Schema, place: string, tell = report): void {
    if (underway.some(([old, now]) => old === before && now === after)) return;
    const where = before.$ref === undefined ? place : `${direction} ${before.$ref.replace(/.*\//, '')}`;
    const isRequest = direction === 'request';
    const [old, now] = [choicesOf(released, before), choicesOf(present, after)];
    underway.push([before, after]);
    for (const inner of isRequest ? old : now) {
      const attempts = (isRequest ? now : old)
        .filter(
          ({ type }) =>
            type === undefined || type === inner.type || (type === 'number' && inner.type === 'integer'),
        )
        .map((outer) => {
          const broken: Parameters<TellSchema>[] = [];
          const sides = { inner, outer, before: isRequest ? inner : outer, after: isRequest ? outer : inner };
          compareChoice(direction, sides as Sides, where, (...finding) => broken.push(finding));
          return broken;
        });
      const [closest] = attempts.sort((a, b) => a.length - b.length);
      for (const finding of closest ?? []) tell(...finding);
      const what = `${isRequest ? 'can no longer be' : 'may now be'} ${String(inner.type ?? 'anything')}`;
      if (!closest) tell('type', where, what);
    }
    underway.pop();
  }

  function compareChoice(direction: Direction, sides: Sides, where: string, report: TellSchema): void {
    const { before, after } = sides;
    // The reader had its limits before the contract named them, so no request is refused that was accepted.
    const isNewlyNamed = before['x-read-by'] === undefined && after['x-read-by'] !== undefined;
    const tell: TellSchema = (rule, ...finding) => {
      if (rule !== 'limit' || !isNewlyNamed) report(rule, ...finding);
    };
    for (const [rule, check] of ruleList)
      for (const what of check(sides, direction === 'request')) tell(rule, where, what);
    for (const what of unknown(judged, before, after)) tell('unknown', where, what);
    for (const [name, is] of Object.entries(after.properties ?? {})) {
      // A property that is new in a map had the schema of the map; in an open answer nothing was promised of it.
      const free = direction === 'request' && !isClosed(before) ? {} : undefined;
      const was = before.properties?.[name] ?? mapOf(before) ?? free;
      if (was) compare(direction, was, is, `${where}.${name}`, tell);
    }
    if (before.items ?? after.items)
      compare(direction, before.items ?? {}, after.items ?? {}, `${where}[]`, tell);
    if (!isClosed(before) && !isClosed(after) && (mapOf(before) ?? mapOf(after)))
      compare(direction, mapOf(before) ?? {}, mapOf(after) ?? {}, `${where}{}`, tell);
  }

  return compare;
}
