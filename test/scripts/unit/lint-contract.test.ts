import { describe, expect, test } from 'vitest';
import type { Answer, Contract, Schema } from '../../../src/lib/contract.ts';
import { lint, type Rule } from '../../../scripts/lint-contract.ts';

const headers = (...names: string[]) => Object.fromEntries(names.map((name) => [name, {}]));
const rate = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const refusal = (...more: string[]): Answer => ({ headers: headers('X-Request-Id', ...rate, ...more) });
const refer = (status: number) => ({ $ref: `#/components/responses/R${status}` });
const extra: Record<number, string> = {
  401: 'WWW-Authenticate',
  405: 'Allow',
  429: 'Retry-After',
  503: 'Retry-After',
};
const statuses = [400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503];

/** One operation that keeps every rule; each test breaks one thing in a fresh copy. */
function valid() {
  const thing: Schema = {
    type: 'object',
    description: 'A thing',
    additionalProperties: false,
    required: ['name'],
    properties: { name: { type: 'string' }, metadata: { type: 'object', description: 'Yours' } },
    example: { name: 'one' },
  };
  const json = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } as Schema } };
  const post = {
    operationId: 'createThing',
    tags: ['identities'],
    summary: 'Create a thing',
    'x-permission': 'identities.write',
    'x-audit': 'identity.create',
    parameters: [
      { name: 'id', in: 'path', schema: { type: 'string' } },
      { name: 'dry', in: 'query', description: 'Only try', schema: { type: 'boolean' } },
    ] as { name: string; in: string; description?: string; schema: Schema }[],
    requestBody: { content: structuredClone(json) },
    responses: {
      201: { headers: headers('X-Request-Id', ...rate), content: structuredClone(json) },
      ...Object.fromEntries(statuses.map((status) => [status, refer(status)])),
    } as Record<string, Answer>,
  };
  const responses = Object.fromEntries(
    statuses.map((s) => [`R${s}`, refusal(...(extra[s] ? [extra[s]] : []))]),
  );
  const contract = {
    tags: [{ name: 'identities' }],
    security: [{ apiKey: [] }],
    paths: { '/api/v1/things/{id}': { post } } as Contract['paths'],
    components: { responses, schemas: { Thing: thing } as Record<string, Schema> },
  };
  return { contract, post, thing, request: post.requestBody.content['application/json'], responses };
}

type Planted = ReturnType<typeof valid>;
const violations: Record<Rule, (planted: Planted) => void> = {
  'operation-id': ({ post }) => (post.operationId = 'makeThing'),
  tag: ({ post }) => (post.tags = ['unknown']),
  summary: ({ post }) => (post.summary = 'Create a thing.'),
  permission: ({ post }) => (post['x-permission'] = 'identities.paint'),
  errors: ({ contract, post }) =>
    (contract.paths['/api/v1/things'] = { 'x-errors': 'scim', post } as (typeof contract.paths)[string]),
  audit: ({ post }) => (post['x-audit'] = 'created'),
  facts: ({ post }) => Object.assign(post, { 'x-log': 'silent' }),
  secret: ({ thing }) =>
    Object.assign(thing.properties ?? {}, { key: { type: 'string', pattern: '^kd_live_[0-9]$' } }),
  example: ({ request }) => (request.schema = { type: 'string' }),
  'closed-body': ({ request }) =>
    (request.schema = { type: 'object', properties: { a: { type: 'string' } }, example: {} }),
  statuses: ({ post }) => delete post.responses['415'],
  'request-id-header': ({ responses }) => delete responses['R500']?.headers?.['X-Request-Id'],
  'rate-limit-headers': ({ post }) => delete post.responses['201']?.headers?.['X-RateLimit-Reset'],
  'status-headers': ({ responses }) => delete responses['R405']?.headers?.['Allow'],
  links: ({ contract, post }) => (contract.paths['/api/v1/things/{id}/{part}'] = { post }),
  'query-parameter': ({ post }) => delete post.parameters[1]?.description,
  'path-parameter': ({ post }) =>
    (post.parameters[0] = { name: 'id', in: 'path', schema: { type: 'integer' } }),
  'operation-id-unique': ({ contract, post }) => (contract.paths['/api/v1/things/{id}/copies'] = { post }),
  'example-fits': ({ request }) => Object.assign(request, { example: { name: 1 } }),
  'schema-name': ({ contract, thing }) => (contract.components.schemas['Thing-2'] = thing),
  'default-place': ({ contract, thing }) =>
    (contract.components.schemas['Kept'] = {
      allOf: [{ $ref: '#/components/schemas/Thing' }],
      default: thing.example,
    }),
  'one-type': ({ contract }) =>
    (contract.components.schemas['Either'] = { type: ['string', 'array', 'null'] }),
  'constructor-name': ({ contract, thing }) => (contract.components.schemas['NewThing'] = thing),
  'component-name': ({ contract }) => Object.assign(contract.components, { parameters: { Thing: {} } }),
  'link-body': ({ contract }) =>
    Object.assign(contract.components, {
      links: { GetThing: { requestBody: { id: '$response.body#/id' } } },
    }),
  'open-enum': ({ contract }) => (contract.components.schemas['Colour'] = { type: 'string', enum: ['red'] }),
  'schema-described': ({ thing }) => delete thing.description,
  'schema-example-fits': ({ thing }) => (thing.example = { name: 'one', colour: 'red' }),
  'rule-words': ({ thing }) =>
    Object.assign(thing.properties ?? {}, { name: { type: 'string', pattern: '^[a-z]+$' } }),
  'changed-by': ({ contract }) =>
    (contract.components.schemas['Mood'] = { type: 'string', 'x-changed-by': ['cheerThing'] }),
  'required-beside-properties': ({ contract }) =>
    (contract.components.schemas['Loose'] = {
      type: 'object',
      description: 'Loose',
      example: { a: 1 },
      required: ['a'],
    }),
};
const broken = (planted: Planted) => [...lint(planted.contract)].filter(([, lines]) => lines.length > 0);

describe('lint-contract', () => {
  test('finds nothing in a document that keeps every rule', () => {
    expect(broken(valid())).toEqual([]);
  });

  test.each(Object.entries(violations))(
    'reports a violation of %s with where and what to do',
    (rule, plant) => {
      const planted = valid();
      plant(planted);
      const found = new Map<string, string[]>(broken(planted));
      expect([...found.keys()]).toContain(rule);
      expect(found.get(rule)?.[0]).toMatch(/^\S+: \S/);
    },
  );

  test('keeps the keys of operators at the operations of organizations', () => {
    const at = (path: string, scheme: string): string[] => {
      const { contract, post } = valid();
      contract.paths = { [path]: { post: { ...post, security: [{ [scheme]: [] }] } } };
      return (lint(contract).get('errors') ?? []).filter((line) => line.includes('operatorKey'));
    };
    expect(at('/api/v1/organizations/{id}', 'apiKey')).toHaveLength(1);
    expect(at('/api/v1/organizations', 'apiKey')).toHaveLength(1);
    expect(at('/api/v1/things/{id}', 'operatorKey')).toHaveLength(1);
    expect(at('/api/v1/organizations-of-mine', 'operatorKey')).toHaveLength(1);
    expect(at('/api/v1/organizations/{id}', 'operatorKey')).toEqual([]);
    expect(at('/api/v1/things/{id}', 'apiKey')).toEqual([]);
  });

  test('asks for a rule in words of a pattern, a format and a choice, with an example and without the pattern', () => {
    const linesOf = (name: Schema): string[] | undefined => {
      const planted = valid();
      Object.assign(planted.thing.properties ?? {}, { name });
      return lint(planted.contract).get('rule-words');
    };
    const fine = 'must be letters such as abc';
    const branches: Schema[] = [
      { type: 'string', format: 'ipv4' },
      { type: 'string', format: 'ipv6' },
    ];
    for (const owing of [{ pattern: '^a$' }, { format: 'ipv4' }, { anyOf: branches }, { oneOf: branches }]) {
      expect(linesOf(owing)?.[0]).toMatch(/^createThing: say with x-message in words and an example what \S/);
      expect(linesOf({ ...owing, 'x-message': fine })).toEqual([]);
    }
    expect(linesOf({ format: 'date-time' })).toEqual([]);
    expect(linesOf({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toEqual([]);
    for (const words of ['must be letters', 'letters such as abc', 'must match ^[a-z]+$ such as abc'])
      expect(linesOf({ pattern: '^[a-z]+$', 'x-message': words })?.[0]).toContain(
        'begin the x-message with must',
      );
  });

  test('holds what http reads of an operation against what http knows, and against the rest of the operation', () => {
    const linesOf = (facts: object): string[] | undefined => {
      const planted = valid();
      Object.assign(planted.post, facts);
      return lint(planted.contract).get('facts');
    };
    const fine = [
      { 'x-transaction': 'after' },
      { 'x-reads': true, 'x-audit': 'none' },
      { 'x-log': 'quiet', 'x-metric': 'verification', 'x-rate-limit': 'verification' },
      { 'x-concurrency': { tenant: 1, node: 4 } },
    ];
    for (const facts of fine) expect(linesOf(facts)).toEqual([]);
    const wrong = [
      { 'x-transaction': 'before' },
      { 'x-transaction': 'after', 'x-audit': 'none' },
      { 'x-transaction': 'after', security: [] },
      { 'x-transaction': 'after', 'x-secret': 'key' },
      { 'x-reads': true },
      { 'x-metric': 'code' },
      { 'x-rate-limit': 'address' },
      { 'x-concurrency': { node: 4 } },
    ];
    for (const facts of wrong) expect(linesOf(facts), JSON.stringify(facts)).toHaveLength(1);
    const planted = valid();
    Object.assign(planted.post, { 'x-concurrency': { shared: 'things', tenant: 1 } });
    const other = {
      ...planted.post,
      operationId: 'copyThing',
      'x-concurrency': { shared: 'things', tenant: 2 },
    };
    planted.contract.paths['/api/v1/things/{id}/copies'] = { post: other };
    expect(lint(planted.contract).get('facts')).toHaveLength(2);
  });

  test('asks of a status that a change shows and does not take which operations change it', () => {
    const planted = valid();
    const { contract, post, thing } = planted;
    const status: Schema = { type: 'string', enum: ['ON', 'OFF'], 'x-open-enum': true };
    contract.components.schemas['Mood'] = status;
    contract.components.schemas['Shown'] = {
      ...thing,
      properties: { name: { type: 'string' }, status: { $ref: '#/components/schemas/Mood' } },
    };
    const shown = { 'application/json': { schema: { $ref: '#/components/schemas/Shown' } } };
    const { 201: _, ...answers } = post.responses;
    const patch = { ...post, operationId: 'updateThing', responses: { ...answers, 200: { content: shown } } };
    contract.paths['/api/v1/things/{id}'] = { post, patch };
    expect(lint(contract).get('changed-by')).toEqual([
      expect.stringMatching(/^updateThing: name in x-changed-by/),
    ]);
    status['x-changed-by'] = ['createThing'];
    expect(lint(contract).get('changed-by')).toEqual([]);
  });

  test('accepts objects composed by allOf that are closed as a whole', () => {
    const planted = valid();
    const part: Schema = { type: 'object', properties: { name: { type: 'string', example: 'one' } } };
    planted.request.schema = { allOf: [part], unevaluatedProperties: false };
    expect(broken(planted)).toEqual([]);
  });

  test('puts an example together from the examples of properties', () => {
    const planted = valid();
    planted.request.schema = {
      type: 'object',
      additionalProperties: false,
      required: ['names'],
      properties: { names: { type: 'array', items: { type: 'string', example: 'one' } } },
    };
    expect(broken(planted)).toEqual([]);
  });

  test.each(['/api/v1/things', '/api/v1/things/jit'])('asks for links from what %s creates', (path) => {
    const planted = valid();
    const { contract, post } = planted;
    contract.paths[path] = { post: { ...structuredClone(post), operationId: 'addThing' } };
    contract.paths['/api/v1/things/{id}/rotate'] = { post: { ...post, operationId: 'rotateThing' } };
    expect(lint(contract).get('links')).toEqual(['addThing: link its 201 to createThing, rotateThing']);
    Object.assign(contract.components, {
      links: { Thing: { operationId: 'createThing', parameters: { id: '$response.body#/id' } } },
    });
    const answer = contract.paths[path].post?.responses?.['201'];
    if (answer) answer.links = { Thing: { $ref: '#/components/links/Thing' } };
    expect(lint(contract).get('links')).toEqual(['addThing: link its 201 to rotateThing']);
  });

  const colours = { type: 'string', enum: ['red', 'blue'] };
  const advice =
    'set x-open-enum: false on the enum of red, blue, or make it a component if values may be added';
  test.each<[string, string, (planted: Planted, colour: Schema) => unknown]>([
    ['in a property', 'Thing', ({ thing }, colour) => Object.assign(thing.properties ?? {}, { colour })],
    [
      'of a body',
      'createThing',
      ({ request }, items) => (request.schema = { type: 'array', items, example: ['red'] }),
    ],
    [
      'in a shared answer',
      'R400',
      ({ responses }, schema) =>
        Object.assign(responses['R400'] ?? {}, { content: { 'application/json': { schema } } }),
    ],
  ])('asks for a name for an enum %s that is open', (_, where, plant) => {
    for (const open of [undefined, true, false]) {
      const planted = valid();
      plant(planted, open === undefined ? colours : { ...colours, 'x-open-enum': open });
      const lines = open === false ? [] : [`${where}: ${advice} within /api/v1`];
      expect(lint(planted.contract).get('open-enum')).toEqual(lines);
    }
  });

  test('asks nothing of a single value that has no name, but refuses to call it open', () => {
    const planted = valid();
    const items: Schema = { type: 'string', enum: ['red'] };
    planted.request.schema = { type: 'array', items, example: ['red'] };
    expect(broken(planted)).toEqual([]);
    items['x-open-enum'] = true;
    expect(broken(planted).map(([rule]) => rule)).toEqual(['open-enum']);
  });

  test('asks for no permission where no key is asked for, and refuses one there', () => {
    const planted = valid();
    Object.assign(planted.post, { security: [] });
    expect(broken(planted).map(([rule]) => rule)).toEqual(['permission']);
  });
});
