import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { fieldErrors } from '../../../src/http/contract/field-errors.ts';

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false });

/** Returns the messages for a body that breaks a schema. */
function said(schema: object, requestBody: unknown): Record<string, string> {
  const validate = ajv.compile({
    type: 'object',
    properties: { requestBody: schema },
    required: ['requestBody'],
  });
  validate(requestBody === undefined ? {} : { requestBody });
  return fieldErrors(validate.errors ?? []);
}

const object = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});

describe('fieldErrors', () => {
  test.each([
    [object({ name: { type: 'string' } }), { name: 1 }, { name: 'must be a string such as "text"' }],
    [
      object({ name: { type: ['string', 'null'] } }),
      { name: 1 },
      { name: 'must be a string such as "text", or null' },
    ],
    [object({ n: { type: 'integer' } }), { n: 'x' }, { n: 'must be a whole number such as 1' }],
    [
      object({ n: { type: 'integer', minimum: 1, maximum: 9 } }),
      { n: 'x' },
      { n: 'must be a whole number from 1 to 9' },
    ],
    [object({ b: { type: ['boolean', 'null'] } }), { b: 'x' }, { b: 'must be true or false, or null' }],
    [
      object({ l: { type: 'array', items: { enum: ['A'] } } }),
      { l: 1 },
      { l: 'must be a list such as ["A"]' },
    ],
    [
      object({ o: object({ a: {} }, { required: ['a'] }) }),
      { o: 1 },
      { o: 'must be an object such as {"a": …}' },
    ],
    [object({ s: { type: 'string', enum: ['A', 'B'] } }), { s: 1 }, { s: 'must be one of A, B' }],
    [
      object({ s: { type: 'string', example: 'deploy-bot' } }),
      { s: 1 },
      { s: 'must be a string such as "deploy-bot"' },
    ],
    [object({ o: { type: 'object', minProperties: 1 } }), { o: {} }, { o: 'must have at least one field' }],
    [
      object({ list: { type: 'array', items: { type: 'string' } } }),
      { list: ['a', 1] },
      { 'list.1': 'must be a string such as "text"' },
    ],
    [object({ a: object({ b: { minimum: 3 } }) }), { a: { b: 1 } }, { 'a.b': 'must be at least 3' }],
    [object({ n: { maximum: 3 } }), { n: 4 }, { n: 'must be at most 3' }],
    [object({ s: { minLength: 2 } }), { s: 'x' }, { s: 'must be at least 2 characters long' }],
    [object({ s: { maxLength: 2 } }), { s: 'xxx' }, { s: 'must be at most 2 characters long' }],
    [object({ s: { enum: ['A', 'B'] } }), { s: 'C' }, { s: 'must be one of A, B' }],
    [object({ s: { enum: ['A', null] } }), { s: 'C' }, { s: 'must be one of A, null' }],
    [object({ s: { const: 'A' } }), { s: 'C' }, { s: 'must be "A"' }],
    [
      object({ s: { pattern: '^a$', 'x-message': 'must be an a such as a' } }),
      { s: 'b' },
      { s: 'must be an a such as a' },
    ],
    [
      object({ s: { anyOf: [{ const: 1 }, { const: 2 }], 'x-message': 'must be 1 or 2' } }),
      { s: 'b' },
      { s: 'must be 1 or 2' },
    ],
    [
      object({ s: { anyOf: [{ minLength: 2 }, { type: 'null' }] } }),
      { s: 'b' },
      { s: 'must be at least 2 characters long, or null' },
    ],
    [object({ l: { uniqueItems: true } }), { l: [1, 1] }, { l: 'must not have duplicates' }],
    [object({ l: { maxItems: 1 } }), { l: [1, 2] }, { l: 'must have at most 1 items' }],
    [object({ l: { minItems: 1 } }), { l: [] }, { l: 'must not be empty' }],
    [object({ o: { maxProperties: 1 } }), { o: { a: 1, b: 2 } }, { o: 'must have at most 1 fields' }],
    [object({}, { required: ['name'] }), {}, { name: 'is required' }],
    [object({}), { extra: 1 }, { extra: 'is not a field that can be sent here' }],
    [object({ a: object({}) }), { a: { extra: 1 } }, { 'a.extra': 'is not a field that can be sent here' }],
    [object({}), 'text', { body: 'must be an object such as {}' }],
    [object({}), undefined, { body: 'is required' }],
    [object({}), { 'a/b~c': 1 }, { 'a/b~c': 'is not a field that can be sent here' }],
    [
      { type: 'object', additionalProperties: { type: 'string' } },
      { 'a/b~c': 1 },
      { 'a/b~c': 'must be a string such as "text"' },
    ],
  ])('%j of %j', (schema, body, expected) => expect(said(schema, body)).toEqual(expected));

  test('suggests the name that was meant, of the first unknown ones', () => {
    const schema = {
      type: 'object',
      allOf: [object({ maxUsageCount: {} }).properties].map((properties) => ({ properties })),
      properties: { offset: { 'x-also-called': ['page'] }, name: {} },
      unevaluatedProperties: false,
    };
    const refused = 'is not a field that can be sent here';
    expect(said(schema, { max_usage_count: 1, page: 1, nmae: 1, other: 1 })).toEqual({
      max_usage_count: `${refused} (did you mean \`maxUsageCount\`?)`,
      page: `${refused} (did you mean \`offset\`?)`,
      nmae: `${refused} (did you mean \`name\`?)`,
      other: `${refused} (the fields here are \`offset\`, \`name\`, \`maxUsageCount\`)`,
    });
    const wide = object(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`field${at}`, {}])));
    expect(said(wide, { unlike: 1 })['unlike']).toMatch(/\(the fields here are `field0`, .*`field11`, …\)$/);
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`name${at}`, 1]));
    const hinted = Object.values(said(schema, many)).filter((message) => message !== refused);
    expect(hinted).toHaveLength(5);
  });

  test('says one thing per field, of at most 50 fields', () => {
    expect(said(object({ s: { minLength: 5, pattern: '^a' } }), { s: 'b' })).toEqual({
      s: 'must be at least 5 characters long',
    });
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}`, 1]));
    expect(Object.keys(said(object({}), many))).toHaveLength(50);
  });

  // The caller chooses the names of a map and of foreign fields, also names that mean something in a JSON Pointer, a URI or JavaScript.
  test.for([
    '',
    ' ',
    '%',
    '100%',
    '%41',
    '%2F',
    '~',
    '~1',
    '~01',
    '/',
    '.',
    'a.b',
    '0',
    'é😀',
    '\u0000',
    '__proto__',
    'constructor',
    'toString',
    'path',
    'query',
    'requestBody',
  ])('tells the name %j as it was sent', (name) => {
    const map = { type: 'object', additionalProperties: { type: 'string' } };
    const field = (value: unknown): object =>
      JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`) as object;
    expect(Object.keys(said(object({}), field(1)))).toEqual([name || 'body']);
    expect(Object.keys(said(map, field(1)))).toEqual([name || 'body']);
    expect(Object.keys(said(object({ own: map }), { own: field(1) }))).toEqual([`own.${name}`]);
    expect(Object.keys(said({ type: 'object', additionalProperties: object({}) }, field({ x: 1 })))).toEqual([
      `${name}.x`,
    ]);
  });

  test('cuts a long name, and takes any name for a name', () => {
    expect(Object.keys(said(object({}), { ['x'.repeat(5_000)]: 1 }))).toEqual(['x'.repeat(100)]);
    const fields = said(object({}), JSON.parse('{"__proto__":1,"constructor":1}'));
    expect(Object.keys(fields)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
  });
});
