import { describe, expect, test } from 'vitest';
import type { Contract } from '../../../src/lib/contract.ts';
import { render } from '../../../scripts/operations.ts';

const contract = {
  paths: {
    '/api/oidc/{orgId}/token': {
      'x-errors': 'oauth',
      post: {
        operationId: 'getToken',
        tags: ['oidc'],
        security: [],
        'x-rate-limit': 'client',
        'x-max-body': 4_096,
        requestBody: {
          content: { 'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/Ask' } } },
        },
        responses: { 200: {} },
      },
      get: {
        operationId: 'showToken',
        tags: ['oidc'],
        'x-max-body': 8_192,
        security: [],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Ask' } } } },
        responses: { 200: {} },
      },
    },
    '/api/v1/things': {
      post: {
        operationId: 'createThing',
        tags: ['things'],
        security: [{ apiKey: [] }],
        'x-audit': 'thing.create',
        deprecated: true,
        'x-deprecation': { since: '2027-01-15', sunset: '2027-07-17' },
        responses: { 200: {} },
      },
      put: {
        operationId: 'testThings',
        tags: ['things'],
        security: [{ apiKey: [] }],
        'x-audit': 'thing.test',
        'x-transaction': 'after',
        'x-concurrency': { tenant: 1, detail: "it's {limit}" },
        'x-log': 'quiet',
        'x-metric': 'verification',
        responses: { 200: {} },
      },
      patch: {
        operationId: 'searchThings',
        tags: ['things'],
        security: [{ apiKey: [] }],
        'x-audit': 'none',
        'x-reads': true,
        responses: { 200: {} },
      },
      delete: {
        operationId: 'unwrapThing',
        tags: ['things'],
        security: [],
        'x-audit': 'thing.unwrap',
        responses: { 200: {} },
      },
    },
  },
  components: {
    schemas: {
      Ask: {
        properties: { grant_type: { type: 'string' }, audience: { $ref: '#/components/schemas/Texts' } },
        allOf: [{ properties: { resource: { type: 'array', items: { type: 'string' } } } }],
      },
      Texts: { type: 'array', items: { type: 'string' } },
    },
  },
} as Contract;
const named = ['GetToken', 'ShowToken', 'CreateThing', 'TestThings', 'SearchThings', 'UnwrapThing'];
const declared = new Set(named.flatMap((name) => [`${name}Data`, `${name}Responses`]));

/** The facts of an operation as they are written, without its types. */
const factsOf = (id: string): string => {
  const [, facts = ''] = render(contract, declared).split(`\n  ${id}: {\n    method`);
  return facts.slice(0, facts.indexOf('\n  }'));
};

describe('the generated facts of an operation', () => {
  test('list the form fields that may repeat', () => {
    expect(factsOf('getToken')).toContain("formLists: ['audience', 'resource'],");
    // JSON has lists of its own.
    expect(factsOf('showToken')).toContain('formLists: [],');
  });

  test('name whose requests are counted, by default those of the address', () => {
    expect(factsOf('getToken')).toContain("counted: 'client',");
    expect(factsOf('showToken')).toContain("counted: 'address',");
  });

  test('name where its transaction begins, by default around the handler', () => {
    expect(factsOf('createThing')).toContain("transaction: 'around',");
    expect(factsOf('testThings')).toContain("transaction: 'after',");
    // It changes nothing, and the handler of the other opens its own.
    expect(factsOf('searchThings')).toContain('transaction: null,');
    expect(factsOf('unwrapThing')).toContain('transaction: null,');
  });

  test('tell whether it reads, as a GET does', () => {
    expect(factsOf('showToken')).toContain('reads: true,');
    expect(factsOf('searchThings')).toContain('reads: true,');
    expect(factsOf('createThing')).toContain('reads: false,');
  });

  test('hold its concurrency, its log level and its metric', () => {
    for (const line of [
      "concurrency: { tenant: 1, detail: 'it\\'s {limit}' },",
      'quiet: true,',
      "metric: 'verification',",
    ])
      expect(factsOf('testThings')).toContain(line);
    for (const line of ['concurrency: null,', 'quiet: false,', 'metric: null,'])
      expect(factsOf('createThing')).toContain(line);
  });

  test('hold the maximum size of its body', () => {
    expect(factsOf('getToken')).toContain('bodyLimit: 4096,');
    expect(factsOf('showToken')).toContain('bodyLimit: 8192,');
  });

  test('say since when it is deprecated, and when it ends', () => {
    expect(factsOf('createThing')).toContain(
      "deprecation: { since: 1799971200, sunset: 'Sat, 17 Jul 2027 00:00:00 GMT' },",
    );
    expect(factsOf('testThings')).toContain('deprecation: null,');
  });

  test.for([
    ['without its days', { deprecated: true }, 'needs both or neither'],
    [
      'by its days alone',
      { 'x-deprecation': { since: '2027-01-15', sunset: '2027-07-17' } },
      'needs both or neither',
    ],
    [
      'for less than six months',
      { deprecated: true, 'x-deprecation': { since: '2027-01-15', sunset: '2027-07-16' } },
      'six months',
    ],
    [
      'until a day that does not exist',
      { deprecated: true, 'x-deprecation': { since: '2027-01-15', sunset: 'soon' } },
      'six months',
    ],
  ] as const)('are refused for an operation that is deprecated %s', ([, mark, rule]) => {
    const paths = structuredClone(contract.paths);
    const { post } = paths['/api/v1/things'] as { post: Record<string, unknown> };
    delete post['deprecated'];
    delete post['x-deprecation'];
    Object.assign(post, mark);
    expect(() => render({ ...contract, paths }, declared)).toThrow(`createThing`);
    expect(() => render({ ...contract, paths }, declared)).toThrow(rule);
  });
});
