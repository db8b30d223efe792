import { describe, expect, test } from 'vitest';
import { moveDefault } from '../../../scripts/bundle/defaults.ts';
import { requestsOf } from '../../../scripts/requests.ts';
import type { Mapping } from '../../../scripts/bundle/source.ts';
import { defaultOf, exampleOf } from '../../../src/lib/contract.ts';

const moved = (schema: Mapping): Mapping => {
  moveDefault(schema);
  return schema;
};

describe('a default', () => {
  test('beside a composed schema is x-default in the bundle, in its place', () => {
    const tags = moved({ allOf: [{ $ref: '#/Tags' }], default: [], description: 'Labels' });
    expect(Object.entries(tags)).toEqual([
      ['allOf', [{ $ref: '#/Tags' }]],
      ['x-default', []],
      ['description', 'Labels'],
    ]);
    expect(moved({ anyOf: [{ type: 'null' }], default: null })).toEqual({
      anyOf: [{ type: 'null' }],
      'x-default': null,
    });
  });

  test('beside a type stays where it is', () =>
    expect(moved({ type: 'boolean', default: true })).toEqual({ type: 'boolean', default: true }));

  test('that is null is read from x-default, and not from elsewhere', () => {
    const schema = { anyOf: [{ type: 'null' }], 'x-default': null };
    expect(defaultOf(schema)).toBeNull();
    expect(exampleOf({ paths: {} }, schema)).toBeNull();
    expect(defaultOf({ type: 'string' })).toBeUndefined();
  });

  test('is a default again where the service checks requests, so that it fills the field', () => {
    const schema = { type: 'object', properties: { tags: { allOf: [{ type: 'array' }], 'x-default': [] } } };
    const post = {
      operationId: 'createThing',
      requestBody: { content: { 'application/json': { schema } } },
      responses: {},
    };
    const requests = JSON.stringify(requestsOf({ paths: { '/things': { post } } }));
    expect(requests).toContain('{"allOf":[{"type":"array"}],"default":[]}');
  });
});
