import { describe, expect, test } from 'vitest';
import { schemaConcerns } from '../../../scripts/bundle/facts.ts';
import { refuseLeftFacts } from '../../../scripts/bundle/fields.ts';
import { refuseRepeatedFields } from '../../../scripts/bundle/repeated-fields.ts';
import { type Mapping, Placed, Source, type SourceOperation } from '../../../scripts/bundle/source.ts';

/** Returns a schema of a file after the bundle step, and the problems that the step reports. */
function complete(file: Mapping, name: string) {
  const schema = structuredClone(file[name]) as Mapping;
  const problems: string[] = [];
  const report = (message: string) => problems.push(message);
  const place = { file, eventTypes: ['user.created', 'webhook.test'], eventType: undefined, report };
  for (const { apply } of schemaConcerns) apply(schema, place);
  return { schema, problems };
}
const made = (file: Mapping, name: string): Mapping => {
  const { schema, problems } = complete(file, name);
  expect(problems).toEqual([]);
  return schema;
};
const fieldsOf = (schema: Mapping) => schema['properties'] as Mapping;

const text = { type: 'string', maxLength: 100 };
const rule: Mapping = {
  Rule: {
    description: 'A rule',
    type: 'object',
    'x-required': { omit: ['note'] },
    properties: {
      id: text,
      name: { ...text, 'x-written': { 'x-text': 'line' } },
      enabled: { type: 'boolean', 'x-created': { default: true } },
      order: { $ref: '#/Order', 'x-created': { default: 'NONE' } },
      tags: { 'x-written': { $ref: '#/Tags' }, 'x-created': { default: [] }, 'x-shown': { type: 'array' } },
      secret: { 'x-written': text },
      invite: { 'x-created': { type: 'boolean', default: true } },
      note: text,
    },
  },
  NewRule: { description: 'New', 'x-creates': { schema: 'Rule', omit: ['id'] }, required: ['name'] },
  RulePatch: {
    description: 'Change',
    'x-changes': { schema: 'NewRule', omit: ['note'] },
    properties: { tags: { $ref: '#/OtherTags' }, reason: text },
    example: { enabled: false },
  },
};

describe('a field is typed once, and', () => {
  test('a response has what is shown of it', () =>
    expect(made(rule, 'Rule')).toEqual({
      description: 'A rule',
      type: 'object',
      required: ['id', 'name', 'enabled', 'order', 'tags'],
      properties: {
        id: text,
        name: text,
        enabled: { type: 'boolean' },
        order: { $ref: '#/Order' },
        tags: { type: 'array' },
        note: text,
      },
    }));
  test('a creation takes it with its default', () =>
    expect(made(rule, 'NewRule')).toEqual({
      description: 'New',
      type: 'object',
      required: ['name'],
      additionalProperties: false,
      properties: {
        name: { ...text, 'x-text': 'line' },
        enabled: { type: 'boolean', default: true },
        order: { allOf: [{ $ref: '#/Order' }], default: 'NONE' },
        tags: { allOf: [{ $ref: '#/Tags' }], default: [] },
        secret: text,
        invite: { type: 'boolean', default: true },
        note: text,
      },
    }));
  test('a change takes it without, and has its own fields in their places', () => {
    const patch = made(rule, 'RulePatch');
    expect(patch).toEqual({
      description: 'Change',
      type: 'object',
      additionalProperties: false,
      properties: {
        name: { ...text, 'x-text': 'line' },
        enabled: { type: 'boolean' },
        order: { $ref: '#/Order' },
        tags: { $ref: '#/OtherTags' },
        secret: text,
        reason: text,
      },
      example: { enabled: false },
    });
    expect(Object.keys(fieldsOf(patch))).toEqual(['name', 'enabled', 'order', 'tags', 'secret', 'reason']);
  });
  test('a schema can take some fields only, in this order', () => {
    const few = { ...rule, Few: { 'x-changes': { schema: 'Rule', take: ['note', 'name'] } } };
    expect(Object.keys(fieldsOf(made(few, 'Few')))).toEqual(['note', 'name']);
  });
  test('a schema can take the fields of parts', () => {
    const file = {
      Core: { properties: { name: text } },
      Whole: { allOf: [{ $ref: '#/Core' }, { properties: { limit: text } }] },
      New: { 'x-creates': { schema: 'Whole' } },
    };
    expect(Object.keys(fieldsOf(made(file, 'New')))).toEqual(['name', 'limit']);
  });
});

test('an enum has the types of events after its own values', () => {
  const file = { Type: { enum: ['*'], 'x-event-types': { omit: ['webhook.test'] } } };
  expect(made(file, 'Type')).toEqual({ enum: ['*', 'user.created'] });
});

describe('an error says', () => {
  test.for<[message: string, schema: Mapping]>([
    ['x-creates names Lost, which this file does not have', { 'x-creates': { schema: 'Lost' } }],
    [
      'x-changes names the field lost, which Rule does not have',
      { 'x-changes': { schema: 'Rule', take: ['lost'] } },
    ],
    [
      'x-creates names the field lost, which Rule does not have',
      { 'x-creates': { schema: 'Rule', omit: ['lost'] } },
    ],
    ['x-creates has but; use schema, and take or omit', { 'x-creates': { schema: 'Rule', but: ['id'] } }],
    [
      'x-creates has take and omit; use one of them',
      { 'x-creates': { schema: 'Rule', take: ['id'], omit: ['name'] } },
    ],
    [
      'drop note: x-changes takes the same from Rule',
      { 'x-changes': { schema: 'Rule' }, properties: { note: { ...text } } },
    ],
    [
      'drop order: x-creates takes the same from Rule',
      {
        'x-creates': { schema: 'Rule' },
        properties: { order: { allOf: [{ $ref: '#/Order' }], default: 'NONE' } },
      },
    ],
    ['drop type: it follows from x-creates', { 'x-creates': { schema: 'Rule' }, type: 'object' }],
    [
      'move the default of kept to x-created: a change would set what it leaves out',
      { 'x-changes': { schema: 'Defaulted' } },
    ],
    [
      'write x-required: all in place of required, which names every field',
      { required: ['a'], properties: { a: text } },
    ],
    [
      'drop required: x-required says it',
      { required: ['a'], 'x-required': 'all', properties: { a: text, b: text } },
    ],
    ['drop x-required: the schema has no fields', { 'x-required': 'all' }],
    [
      'x-required names the field b, which the schema does not have',
      { 'x-required': { omit: ['b'] }, properties: { a: text } },
    ],
    ['x-writen is not a fact of a schema; use x-also-called, ', { 'x-writen': {} }],
    [
      'x-event-types omits a.b, which openapi/events.yaml does not have',
      { 'x-event-types': { omit: ['a.b'] } },
    ],
    [
      'drop user.created from the enum: x-event-types adds it',
      { enum: ['user.created'], 'x-event-types': { omit: [] } },
    ],
  ])('%s', ([message, schema]) => {
    const file = { ...rule, Defaulted: { properties: { kept: { ...text, default: 'a' } } }, Wrong: schema };
    expect(complete(file, 'Wrong').problems.join('\n')).toContain(message);
  });

  test('that the bundle step did not reach a schema', () => {
    const problems: string[] = [];
    for (const schema of [{ 'x-creates': {} }, { properties: { a: { 'x-shown': {} } } }, { properties: {} }])
      refuseLeftFacts(schema, { report: (message) => problems.push(message) });
    expect(problems.length).toBe(2);
  });
});

describe('a field that a request types again', () => {
  const ref = (name: string) => ({
    content: { 'application/json': { schema: { $ref: `../components/schemas/rules.yaml#/${name}` } } },
  });
  const shown = (name: string) => ({ description: 'It', ...ref(name) });
  const at = (method: string, request: string, status: string) => {
    const operation: SourceOperation = {
      operationId: method,
      requestBody: ref(request),
      responses: { [status]: shown('Shown') },
    };
    return new Placed('/api/v1/rules', method, {}, operation);
  };
  function problems(file: Mapping, ...operations: Placed[]): string[] {
    const source = new Source(operations, () => ({
      Core: { properties: { name: text, order: { $ref: '#/Order' }, more: { type: 'string' } } },
      Shown: { allOf: [{ $ref: '#/Core' }] },
      ...file,
    }));
    refuseRepeatedFields(source);
    return source.problems.map(({ message }) => message);
  }

  test('is refused if the resource has it', () => {
    const properties = {
      name: { ...text, 'x-text': 'line' },
      order: { allOf: [{ $ref: '#/Order' }], default: 'NONE' },
    };
    expect(problems({ New: { properties } }, at('post', 'New', '201'))).toEqual([
      'drop name of New: take it from Core with x-creates or x-changes',
      'drop order of New: take it from Core with x-creates or x-changes',
    ]);
  });
  test('is refused if another request about the resource has it', () => {
    const properties = { other: { ...text, default: 'a' } };
    const file = { New: { properties }, Patch: { properties: { other: text } } };
    expect(problems(file, at('post', 'New', '201'), at('patch', 'Patch', '200'))).toEqual([
      'drop other of Patch: take it from New with x-creates or x-changes',
    ]);
  });
  test('is not refused if it differs, or if the request does not create or change the resource', () => {
    const file = {
      New: { properties: { name: { ...text, maxLength: 50 } } },
      Run: { properties: { name: text } },
    };
    expect(problems(file, at('post', 'New', '201'), at('post', 'Run', '200'))).toEqual([]);
  });
  test('is not refused in a change that has a default of its own', () => {
    const taken = { 'x-changes': { schema: 'Core', take: ['name'] } };
    const file = { Patch: { ...taken, properties: { more: { type: 'string', default: 'a' } } } };
    expect(problems(file, at('patch', 'Patch', '200'))).toEqual([]);
  });
});
