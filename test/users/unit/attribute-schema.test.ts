import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attributeFaults, schemaMistakes } from '../../../src/users/directory/engine/attribute-schema.ts';

const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  type: 'object',
  properties,
  ...more,
});

describe('schemaMistakes', () => {
  test.for([
    [{}, 'nothing at all'],
    [{ type: 'object' }, 'any object'],
    [
      { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', title: 'T', $comment: 'c' },
      'words',
    ],
    [
      object({ a: true, b: false, c: {} }, { required: ['a'], additionalProperties: false }),
      'booleans as schemas',
    ],
    [object({ __proto__: { type: 'string' }, constructor: { type: 'string' } }), 'names of prototypes'],
    [
      object({
        a: { anyOf: [{ type: ['string', 'null'], maxLength: 3 }, { const: 1 }], not: { enum: ['x'] } },
      }),
      'all',
    ],
  ] as const)('finds none in a schema of %j', ([schema]) => expect(schemaMistakes(schema)).toEqual({}));

  test.for([
    [{ type: 'array' }, { 'schema.type': 'must be object' }],
    [{ properties: {} }, { 'schema.type': 'must be object' }],
    [
      object({ a: { pattern: '(a+)+$' } }),
      { 'schema.properties.a.pattern': /^is not supported; supported are: type, / },
    ],
    [object({ a: { $ref: 'http://127.0.0.1/' } }), { 'schema.properties.a.$ref': /^is not supported/ }],
    [object({ a: { $dynamicRef: '#' } }), { 'schema.properties.a.$dynamicRef': /^is not supported/ }],
    [object({}, { patternProperties: {} }), { 'schema.patternProperties': /^is not supported/ }],
    [object({}, { $defs: {} }), { 'schema.$defs': /^is not supported/ }],
    [object({}, { $schema: 'http://json-schema.org/draft-07/schema#' }), { 'schema.$schema': /2020-12/ }],
    [object({ a: { type: 'text' } }), { 'schema.properties.a.type': /^must be one or more of string, / }],
    [object({ a: { type: [] } }), { 'schema.properties.a.type': /^must be one or more/ }],
    [object({ a: { enum: [] } }), { 'schema.properties.a.enum': /^must list 1 to 200/ }],
    [object({ a: { enum: [{}] } }), { 'schema.properties.a.enum': /^must list 1 to 200/ }],
    [object({ a: { minimum: '1' } }), { 'schema.properties.a.minimum': 'must be a number' }],
    [object({ a: { maxLength: -1 } }), { 'schema.properties.a.maxLength': 'must be a whole number from 0' }],
    [object({ a: { maxLength: 1.5 } }), { 'schema.properties.a.maxLength': 'must be a whole number from 0' }],
    [
      object({ a: { format: 'regex' } }),
      { 'schema.properties.a.format': 'must be one of date, date-time, email, uri' },
    ],
    [object({ a: { items: 'x' } }), { 'schema.properties.a.items': /^must be a schema/ }],
    [object({ a: { anyOf: [] } }), { 'schema.properties.a.anyOf': /^must be a list of at least one schema/ }],
    [object({ a: { allOf: [null] } }), { 'schema.properties.a.allOf.0': /^must be a schema/ }],
    [object([] as never), { 'schema.properties': /^must be an object that maps names/ }],
    [object({}, { required: 'a' }), { 'schema.required': /^must list at most 200 names/ }],
    [object({}, { description: 'x'.repeat(16_384) }), { schema: 'must be at most 16 KB as JSON' }],
  ] as const)('finds what is wrong with %j', ([schema, mistakes]) => {
    const found = schemaMistakes(schema);
    expect(Object.keys(found)).toEqual(Object.keys(mistakes));
    for (const [place, words] of Object.entries(mistakes)) expect(found[place]).toMatch(words);
  });

  test('bounds how deep a schema is and how many are in it', () => {
    let deep: Record<string, unknown> = { type: 'string' };
    for (let level = 0; level < 7; level++) deep = object({ a: deep });
    expect(schemaMistakes(object({ a: deep }))).toEqual({});
    expect(Object.values(schemaMistakes(object({ a: object({ a: deep }) })))).toEqual([
      'must be nested at most 8 levels deep',
    ]);
    const many = (count: number) =>
      object(Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, {}])));
    expect(schemaMistakes(many(199))).toEqual({});
    expect(schemaMistakes(many(200))).toEqual({ schema: 'must have at most 200 nested schemas' });
  });

  test('tells at most twenty', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`a${at}`, { pattern: 'x' }]),
    );
    expect(Object.keys(schemaMistakes(object(properties)))).toHaveLength(20);
  });
});

describe('attributeFaults', () => {
  test.for([
    [{ type: 'integer' }, 1.5, 'must have the type integer'],
    [{ type: ['string', 'null'] }, 1, 'must have the type string or null'],
    [{ enum: ['a', 1, null] }, 'b', 'must be one of "a", 1, null'],
    [{ const: 'a' }, 'b', 'must be "a"'],
    [{ minimum: 1 }, 0, 'must be at least 1'],
    [{ exclusiveMaximum: 1 }, 1, 'must be less than 1'],
    [{ minLength: 2 }, '😀', 'must have at least 2 characters'],
    [{ maxItems: 1 }, [1, 2], 'must have at most 1 items'],
    [
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      'must not have duplicates',
    ],
    [{ format: 'date' }, '2026-02-29', 'must be a date such as 2026-01-15'],
    [{ format: 'date-time' }, '2026-02-28T24:00:00Z', 'must be a timestamp such as 2026-01-15T10:30:00Z'],
    [{ format: 'email' }, 'ada', 'must be an email address such as ada@example.com'],
    [{ format: 'uri' }, '//example.com', 'must be an absolute URL such as https://example.com/welcome'],
    [{ not: { type: 'string' } }, 'a', 'must not match the schema of not'],
    [{ anyOf: [{ type: 'string' }, { minimum: 3 }] }, 1, 'must match one of the schemas of anyOf'],
    [{ oneOf: [{ type: 'integer' }, { minimum: 3 }] }, 4, 'must match exactly one of the schemas of oneOf'],
    [false, 1, 'is not allowed'],
  ] as const)('says of a value that does not fit %j', ([schema, value, words]) => {
    expect(schemaMistakes(object({ a: schema }))).toEqual({});
    expect(attributeFaults(object({ a: schema }), { a: value })).toEqual({ 'attributes.a': words });
  });

  test.for([
    ['date', '1998-12-31'],
    ['date-time', '1998-12-31T23:59:60.5+01:00'],
    ['email', 'ada@example.com'],
    ['uri', 'https://example.com/a?b#c'],
    ['uri', 'urn:ietf:rfc:2648'],
    ['date', 7],
  ] as const)('takes for the format %s: %s', ([format, value]) =>
    expect(attributeFaults(object({ a: { format } }), { a: value })).toEqual({}),
  );

  test('names every field that is wrong, where it is', () => {
    const schema = object(
      {
        floor: { type: 'integer' },
        address: object({ city: { type: 'string' } }, { required: ['zip'], additionalProperties: false }),
        tags: { type: 'array', items: { type: 'string' } },
      },
      { required: ['badge'], additionalProperties: { type: 'boolean' } },
    );
    const attributes = { floor: 'third', address: { city: 1, street: 'x' }, tags: ['a', 2], other: 'x' };
    expect(attributeFaults(schema, attributes)).toEqual({
      'attributes.floor': 'must have the type integer',
      'attributes.address.city': 'must have the type string',
      'attributes.address.zip': 'is required',
      'attributes.address.street': 'is not allowed',
      'attributes.tags.1': 'must have the type string',
      'attributes.badge': 'is required',
      'attributes.other': 'must have the type boolean',
    });
  });

  test('takes names of prototypes for names', () => {
    const attributes = JSON.parse('{"__proto__": 1, "constructor": 2}') as Record<string, unknown>;
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"additionalProperties":false}',
    );
    expect(Object.entries(attributeFaults(schema, attributes))).toEqual([
      ['attributes.__proto__', 'must have the type string'],
      ['attributes.constructor', 'is not allowed'],
    ]);
    expect(attributeFaults(object({}, { required: ['toString', '__proto__'] }), {})).toEqual(
      Object.fromEntries([
        ['attributes.toString', 'is required'],
        ['attributes.__proto__', 'is required'],
      ]),
    );
  });

  test('thinks of every schema and value as Ajv does', () => {
    const scalar = fc.oneof(
      fc.constantFrom('', 'a', 'bb', '😀', null, true, false),
      fc.integer({ min: -2, max: 4 }),
      fc.constant(1.5),
    );
    // Its comparison of objects fails on names such as toString and constructor, which have tests above.
    const name = fc.constantFrom('a', 'b', 'isPrototypeOf');
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        scalar,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }));
    const count = fc.integer({ min: 0, max: 3 });
    const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object');
    /** One to three keywords: of more, hardly any value would fit all. */
    const keywords = (schema: fc.Arbitrary<unknown>) => {
      const several = fc.array(schema, { minLength: 1, maxLength: 3 });
      const operands: Record<string, fc.Arbitrary<unknown>> = {
        type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1 })),
        enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }),
        const: scalar,
        minimum: count,
        maximum: count,
        exclusiveMinimum: count,
        exclusiveMaximum: count,
        minLength: count,
        maxLength: count,
        minItems: count,
        maxItems: count,
        uniqueItems: fc.boolean(),
        minProperties: count,
        maxProperties: count,
        required: fc.uniqueArray(name),
        properties: fc.dictionary(name, schema, { maxKeys: 3 }),
        additionalProperties: schema,
        items: schema,
        not: schema,
        anyOf: several,
        oneOf: several,
        allOf: several,
      };
      const one = fc.oneof(
        ...Object.entries(operands).map(([key, operand]) => fc.record({ [key]: operand })),
      );
      return fc
        .array(one, { minLength: 1, maxLength: 3 })
        .map((parts) => Object.assign({}, ...parts) as object);
    };
    const { schema } = fc.letrec<{ schema: unknown }>((tie) => {
      return { schema: fc.oneof({ maxDepth: 3 }, fc.boolean(), keywords(tie('schema'))) };
    });
    const verdicts = { fits: 0, not: 0 };
    fc.assert(
      fc.property(schema, fc.array(value, { minLength: 10, maxLength: 10 }), (a, values) => {
        const whole = object({ a });
        expect(schemaMistakes(whole)).toEqual({});
        const ajv = new Ajv2020({ strict: false, validateSchema: false, ownProperties: true });
        const validate = ajv.compile(whole);
        for (const one of values) {
          const ours = Object.keys(attributeFaults(whole, { a: one })).length === 0;
          expect({ a, one, ours }).toEqual({ a, one, ours: validate({ a: one }) });
          verdicts[ours ? 'fits' : 'not'] += 1;
        }
      }),
      { numRuns: 400, endOnFailure: true },
    );
    expect(Math.min(verdicts.fits, verdicts.not)).toBeGreaterThan(500);
  });

  test('refuses what would take seconds, by the attributes and the schema together', () => {
    const one = { enum: Array.from({ length: 15 }, (_, at) => at + 100) };
    const schema = object({ a: { items: { not: { anyOf: Array.from({ length: 190 }, () => one) } } } });
    expect(schemaMistakes(schema)).toEqual({});
    expect(attributeFaults(schema, { a: Array.from({ length: 1_000 }, () => 1) })).toEqual({});
    expect(attributeFaults(schema, { a: Array.from({ length: 8_180 }, () => 1) })).toEqual({
      attributes:
        'must need at most 200000 steps to validate against the schema: send shorter lists, such as 100 items',
    });
  });
});
