import { beforeAll, describe, expect, test } from 'vitest';
import { isJson, type Operation, type Schema } from '../../../src/lib/contract.ts';
import { readContract } from '../../../scripts/contract.ts';
import { Reader } from '../../../scripts/contract-reader.ts';
import { type Contract, loadContract } from '../../../src/http/contract/contract.ts';
import type { OperationId } from '../../../src/operation.ts';
import { formType } from '../../../src/lib/form.ts';
import { violations } from '../../support/violations.ts';

const reader = new Reader(readContract());

/** Everything that a message may say: a rule in words that needs no example, or a rule with its example. */
const rules = [
  /^is required$/,
  /^must be (true or false|null|"[^"]*")(, or null)?$/,
  /^must be one of [^^]+$/,
  /^must be at (least|most) -?\d+( characters long)?(, or null)?$/,
  /^must be a (whole )?number (from -?\d+ to \d+|of at least -?\d+)(, or null)?$/,
  /^must have at (least|most) (one field|\d+ (items|fields))(, or null)?$/,
  /^must not (be empty|have duplicates)(, or null)?$/,
  /^must .+ such as \S.*$/,
  /^is not a (field that can be sent here|parameter of this operation)( \(.+\))?$/,
];
/** Signs of regular expressions, which no words have. */
const pattern = /[\^$]|\\[a-z]|\[[^\]]*-[^\]]*\]\S?[+*{]|must NOT|must match|of the format|is not allowed/;

const isWords = (message: string): boolean =>
  rules.some((rule) => rule.test(message)) && !pattern.test(message.replace(/ such as .*$/, ''));

interface Place {
  path: (string | number)[];
  schema: Schema;
}

/** Yields each value of a body: its path and its schema. */
function* places(node: Schema, path: (string | number)[] = [], above: Schema[] = []): Generator<Place> {
  const schema = reader.follow(node);
  if (above.includes(schema)) return;
  const inner = [...above, schema];
  yield { path, schema };
  for (const part of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
    yield* places(part, path, inner);
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* places(property, [...path, name], inner);
  if (schema.items) yield* places(schema.items, [...path, 0], inner);
}

/** Copies a value with another value at a path. Creates the objects and lists on the way. */
function withValue(whole: unknown, [first, ...rest]: (string | number)[], value: unknown): unknown {
  if (first === undefined) return value;
  const old: unknown = typeof whole === 'object' && whole !== null ? Reflect.get(whole, first) : undefined;
  const next = withValue(old, rest, value);
  if (typeof first === 'number') return [next];
  return Array.isArray(whole) || typeof whole !== 'object' ? { [first]: next } : { ...whole, [first]: next };
}

interface Said {
  id: string;
  where: string;
  keyword: string;
  message: string;
}

/** Returns the message for every violation of every rule of an operation's parameters and body. */
function saidOf(contract: Contract, operation: Operation): Said[] {
  const said: Said[] = [];
  const id = operation.id as OperationId;
  const ask = (where: string, keyword: string, parts: object): void => {
    const failure = contract.requestFailure(id, {
      path: {},
      query: {},
      header: {},
      requestBody: undefined,
      ...parts,
    });
    for (const [name, message] of Object.entries(failure?.details ?? {}))
      said.push({ id, where: `${where} (${name})`, keyword, message: String(message) });
  };
  for (const { name = '', in: place = '', schema = {} } of operation.parameters) {
    const key = place === 'header' ? name.toLowerCase() : name;
    for (const { schema: part } of places(schema))
      for (const { keyword, value } of violations(part, reader))
        if (typeof value === 'string' || typeof value === 'number')
          ask(`${place} ${name}`, keyword, { [place]: { [key]: String(value) } });
  }
  const content = operation.body?.content ?? {};
  for (const [type, { schema }] of Object.entries(content)) {
    if (!schema || !(isJson(type) || type === formType)) continue;
    const whole = reader.example(schema);
    for (const { path, schema: part } of places(schema))
      for (const { keyword, value } of violations(part, reader))
        ask(`body ${path.join('.')}`, keyword, { requestBody: withValue(whole, path, value) });
  }
  return said;
}

describe('the message for a value that breaks the contract', () => {
  let contract: Contract;
  beforeAll(async () => {
    contract = loadContract();
    await contract.open();
  });

  test('is a rule in words with an example, for every rule of every field', () => {
    const said = reader.operations.flatMap((operation) => saidOf(contract, operation));
    const bare = said.filter(({ message }) => !isWords(message));
    expect(bare.slice(0, 20)).toEqual([]);
    expect(said.length).toBeGreaterThan(5_000);
    const keywords = new Set(said.map(({ keyword }) => keyword));
    const asked = new Set(
      reader
        .requestSchemas()
        .flatMap(([, schema]) => Object.keys(schema).filter((name) => judging.has(name))),
    );
    expect([...asked].filter((name) => !keywords.has(name))).toEqual([]);
  });
});

/** Keywords that judge a value by themselves; the others compose schemas. */
const judging = new Set(
  (
    'type enum const pattern format minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf ' +
    'minItems maxItems uniqueItems minProperties maxProperties required'
  ).split(' '),
);
