import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { completeEvent, wrapEvent } from '../../../scripts/bundle/events.ts';
import { concerns } from '../../../scripts/bundle/facts.ts';
import {
  type Mapping,
  Placed,
  Source,
  type SourceOperation,
  type SourcePath,
} from '../../../scripts/bundle/source.ts';

type Said = Partial<SourceOperation>;

// The operations of these tests change nothing; test/scripts/unit/bundle-effects.test.ts is about those that do.
const files = new Map<string, Mapping>([['effects.yaml', {}]]);
function read(file: string): Mapping {
  const found =
    files.get(file) ?? (parse(readFileSync(`openapi/${file}`, 'utf8'), { merge: true }) as Mapping);
  files.set(file, found);
  return found;
}

/** Returns these operations after the bundle step. */
function bundle(...written: [method: string, path: string, said?: Said, item?: SourcePath][]) {
  const operations = written.map(([method, path, said = {}, item = {}], index) => {
    const operation: SourceOperation = { operationId: `operation${index}`, responses: {}, ...said };
    return new Placed(path, method, item, operation);
  });
  const source = new Source(operations, read);
  for (const { apply } of concerns) apply(source);
  const problems = source.problems.map(({ message }) => message);
  return {
    operations: operations.map(({ operation }) => operation),
    items: operations.map(({ item }) => item),
    source,
    problems,
  };
}
const statuses = ({ responses }: SourceOperation | undefined = { operationId: '', responses: {} }) =>
  Object.keys(responses).join(' ');
const names = (refs: readonly (Mapping | { $ref: string })[] = []) =>
  refs.map(({ $ref }) => String($ref).replace(/.*\//, ''));
const shown = (): SourceOperation['responses'] => ({ 200: { description: 'It' } });

describe('refusals', () => {
  test('follow from the key, the body and the headers of an operation', () => {
    const { operations, problems } = bundle(
      ['get', '/api/v1/policies'],
      ['post', '/api/v1/policies', { requestBody: { content: {} }, 'x-takes': ['IdempotencyKey'] }],
      ['delete', '/api/v1/policies/{id}', { 'x-takes': ['IfMatch'] }],
      ['get', '/health/live', { security: [], 'x-rate-limit': 'none' }],
    );
    expect(problems).toEqual([]);
    expect(operations.map(statuses)).toEqual([
      '400 401 403 404 405 406 429 500 503',
      '400 401 403 404 405 406 409 413 415 429 500 503',
      '400 401 403 404 405 406 412 429 500 503',
      '400 403 404 405 406 500 503',
    ]);
  });
  test.for([
    ['api', 'NotFound', 'application/json'],
    ['page', 'PageNotFound', 'text/html,application/json'],
    ['oauth', 'OAuthNotFound', 'application/json'],
    ['oauth-page', 'OAuthShownNotFound', 'text/html,application/json'],
    ['scim', 'ScimNotFound', 'application/scim+json,application/json'],
  ])('have the shape %s of the path', ([shape = '', name = '', types]) => {
    const { operations, source } = bundle(['get', '/api/v1/policies', {}, { 'x-errors': shape }]);
    expect(operations[0]?.responses['404']).toEqual({
      $ref: `../openapi.yaml#/components/responses/${name}`,
    });
    const composed = source.components.responses[name] as { content: Mapping; headers: Mapping };
    expect(Object.keys(composed.content).join(',')).toBe(types);
    expect(Object.keys(composed.headers)).toContain('X-Request-Id');
  });
  test('replace the standard ones if the operation has its own', () => {
    const own = { $ref: '../components/responses.yaml#/TokenRefused' };
    const { operations, problems } = bundle(['get', '/api/v1/policies', { responses: { 401: own } }]);
    expect(names([operations[0]?.responses['401'] as Mapping])).toEqual(['TokenRefused']);
    expect(problems).toEqual([]);
  });
});

describe('headers', () => {
  const headersOf = (operation: SourceOperation | undefined, status = '200') =>
    Object.keys(operation?.responses[status]?.headers ?? {});
  test('show the version of what If-Match can name, except where it says otherwise', () => {
    const { operations } = bundle(
      ['get', '/api/v1/policies/{id}', { responses: shown() }],
      ['patch', '/api/v1/policies/{id}', { responses: shown(), 'x-takes': ['IfMatch'] }],
      ['delete', '/api/v1/policies/{id}', { responses: shown(), 'x-takes': ['IfMatch'] }],
      ['post', '/api/v1/policies', { responses: { 201: { description: 'It' } } }],
      ['get', '/api/v1/policies', { responses: shown() }],
      ['put', '/api/v1/branding', { responses: shown(), 'x-takes': ['IfMatch'], 'x-etag': false }],
    );
    expect(operations.map((one, at) => headersOf(one, at === 3 ? '201' : '200').includes('ETag'))).toEqual([
      true,
      true,
      false,
      true,
      false,
      false,
    ]);
    expect(operations.some((one) => 'x-etag' in one || 'x-takes' in one)).toBe(false);
  });
  test('count requests where they are counted, and tell of a stored answer', () => {
    const [counted, uncounted] = bundle(
      ['post', '/api/v1/policies', { responses: shown(), 'x-takes': ['IdempotencyKey'] }],
      ['get', '/health/live', { responses: shown(), 'x-rate-limit': 'none' }],
    ).operations;
    expect(headersOf(counted)).toEqual([
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Idempotent-Replayed',
    ]);
    expect(headersOf(uncounted)).toEqual(['X-Request-Id']);
  });
});

describe('parameters', () => {
  test('follow from the path, from x-takes and from x-secret', () => {
    const { operations, items } = bundle([
      'post',
      '/api/v1/webhooks/{id}/deliveries/{deliveryId}/retry',
      { parameters: [{ name: 'tag' }], 'x-takes': ['IfMatch', 'IdempotencyKey'], 'x-secret': 'secret' },
    ]);
    expect(names(items[0]?.parameters)).toEqual(['WebhookId', 'DeliveryId']);
    const [own, ...shared] = operations[0]?.parameters ?? [];
    expect(own).toEqual({ name: 'tag', in: 'query' });
    expect(names(shared)).toEqual(['IfMatch', 'IdempotencyKey', 'WrapTtl']);
  });
});

test('who may call follows from the shape of the path', () => {
  const { operations } = bundle(
    ['get', '/login/{orgId}', {}, { 'x-errors': 'page' }],
    ['get', '/api/scim/v2/{orgId}/Schemas', {}, { 'x-errors': 'scim' }],
    ['get', '/api/v1/policies'],
  );
  expect(operations.map(({ security }) => security)).toEqual([[], [{ scimToken: [] }], undefined]);
});

test('a body is required, unless the operation says that it may be absent', () => {
  const { operations } = bundle(
    ['post', '/api/v1/policies', { requestBody: { content: {} } }],
    ['put', '/api/v1/policies', { requestBody: { required: false, content: {} } }],
  );
  expect(operations.map(({ requestBody }) => requestBody?.required)).toEqual([true, undefined]);
});

test('an example is that of a schema, with other values and without a field', () => {
  const like = {
    'x-like': '../components/schemas/users.yaml#/GroupOfUser',
    'x-without': ['id'],
    name: 'Admins',
  };
  const content = { 'application/json': { example: { data: [like] } } };
  const { operations } = bundle([
    'get',
    '/api/v1/policies',
    { responses: { 200: { description: 'It', content } } },
  ]);
  expect(operations[0]?.responses['200']?.content?.['application/json']?.['example']).toEqual({
    data: [{ name: 'Admins' }],
  });
});

test('a body of SCIM is one of JSON too', () => {
  const content = { 'application/scim+json': { schema: {} } };
  const { operations } = bundle([
    'post',
    '/api/scim/v2/{orgId}/Users',
    { requestBody: { content } },
    { 'x-errors': 'scim' },
  ]);
  expect(operations[0]?.requestBody?.content).toEqual({ ...content, 'application/json': { schema: {} } });
});

test('a 201 links to the operations of what it created, and to those in x-links', () => {
  const { operations, source } = bundle(
    [
      'post',
      '/api/v1/policies',
      { responses: { 201: { description: 'It', 'x-links': ['evaluatePolicies'] } } },
    ],
    ['get', '/api/v1/policies/{id}', { operationId: 'getPolicy' }],
    ['get', '/api/v1/policies/{id}/runs/{run}', { operationId: 'getRun' }],
    ['post', '/api/v1/policies/evaluate', { operationId: 'evaluatePolicies' }],
  );
  expect(Object.keys(operations[0]?.responses['201']?.links ?? {})).toEqual([
    'GetPolicy',
    'EvaluatePolicies',
  ]);
  expect(source.components.links['GetPolicy']).toEqual({
    operationId: 'getPolicy',
    parameters: { id: '$response.body#/id' },
  });
});

describe('an error says', () => {
  const path = '/api/v1/policies/{id}';
  const ref = (name: string) => ({ $ref: `../components/${name}` });
  test.for<[message: string, said: Said, item?: SourcePath]>([
    ['x-errors is html; set it to one of api, page, oauth, oauth-page, scim', {}, { 'x-errors': 'html' }],
    ['x-take is not a fact of an operation; use x-audit, ', { 'x-take': ['Limit'] } as Said],
    [
      'drop the response 404: the bundle step adds NotFound',
      { responses: { 404: ref('responses.yaml#/NotFound') } },
    ],
    [
      'the response 409 is Lost; components/responses.yaml has no Lost',
      { responses: { 409: ref('responses.yaml#/Lost') } },
    ],
    [
      'drop the header X-Request-Id of 200: the bundle step adds it',
      {
        responses: {
          200: { description: 'It', headers: { 'X-Request-Id': ref('headers.yaml#/RequestId') } },
        },
      },
    ],
    [
      'drop x-etag: true follows from If-Match',
      { 'x-takes': ['IfMatch'], 'x-etag': true, responses: shown() },
    ],
    [
      'drop the parameter PolicyId: it follows from the path',
      {},
      { parameters: [ref('parameters.yaml#/PolicyId')] },
    ],
    ['name Limit in x-takes, in place of parameters', { parameters: [ref('parameters.yaml#/Limit')] }],
    ['drop in: query of tag: it follows', { parameters: [{ name: 'tag', in: 'query' }] }],
    [
      'x-like names ../components/schemas/users.yaml#/Missing, which has no example',
      {
        responses: {
          200: {
            description: 'It',
            content: {
              'application/json': { example: { 'x-like': '../components/schemas/users.yaml#/Missing' } },
            },
          },
        },
      },
    ],
    ['x-takes names Limits, which is in none of parameters.yaml', { 'x-takes': ['Limits'] }],
    ['drop WrapTtl from x-takes: it follows from x-secret', { 'x-takes': ['WrapTtl'], 'x-secret': 'secret' }],
    [
      'x-links names getNothing, and no operation has this operationId',
      { responses: { 200: { description: 'It', 'x-links': ['getNothing'] } } },
    ],
    ['name the operations in x-links of 200, in place of links', { responses: { 200: { links: {} } } }],
    [
      'drop application/json: the bundle step copies application/scim+json',
      { requestBody: { content: { 'application/scim+json': {}, 'application/json': {} } } },
    ],
  ])('%s', ([message, said, item]) =>
    expect(bundle(['get', path, said, item]).problems.join('\n')).toContain(message),
  );

  test('that a placeholder is unknown', () =>
    expect(bundle(['get', '/api/v1/bridges/{id}']).problems).toEqual([
      'add /api/v1/bridges/{id} to components/path-parameters.yaml',
    ]));
});

describe('an event', () => {
  test('has what is the same for all of them', () => {
    const entry: SourcePath = {
      post: { summary: 'A login failed', requestBody: { content: {} }, tags: ['users'] },
    };
    expect(completeEvent('user.login_failed', entry)).toEqual([
      'drop tags of user.login_failed: it is the same for all events',
    ]);
    expect(entry['post']).toMatchObject({
      operationId: 'userLoginFailed',
      tags: ['events'],
      summary: 'A login failed',
      requestBody: { required: true, content: {} },
    });
  });
  test('has an envelope around its data', () => {
    const schema: Mapping = { description: 'It', properties: { c: {} }, example: { c: 1 } };
    const about: Mapping = { ...schema, 'x-about': ['AboutUser'] };
    const other: Mapping = { type: 'string' };
    const place = { file: {}, eventTypes: ['a.b'], report: (message: string) => expect.fail(message) };
    for (const one of [schema, about]) wrapEvent(one, { ...place, eventType: 'a.b' });
    wrapEvent(other, { ...place, eventType: undefined });
    const data = { type: 'object', properties: { c: {} } };
    const withData = (value: Mapping) => [
      { $ref: './envelope.yaml#/EventEnvelope' },
      { properties: { type: { const: 'a.b' }, data: value } },
    ];
    expect(schema).toMatchObject({ allOf: withData(data), example: { type: 'a.b', data: { c: 1 } } });
    expect(about).toMatchObject({
      allOf: withData({
        allOf: [{ $ref: './envelope.yaml#/AboutUser' }, data],
        unevaluatedProperties: false,
      }),
    });
    expect(other).toEqual({ type: 'string' });
  });
});
