import { describe, expect, test } from 'vitest';
import type { Contract } from '../../../scripts/contract.ts';
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
const declared = new Set(['GetTokenData', 'GetTokenResponses', 'ShowTokenData', 'ShowTokenResponses']);

/** The facts of an operation as they are written, without its types. */
const factsOf = (id: string): string => {
  const [, facts = ''] = render(contract, declared).split(`\n  ${id}: {\n    method`);
  return facts.slice(0, facts.indexOf('\n  }'));
};

describe('what is written of an operation', () => {
  test('are the fields of its form that may repeat: those that are lists', () => {
    expect(factsOf('getToken')).toContain("formLists: ['audience', 'resource'],");
    // What is JSON has lists of its own.
    expect(factsOf('showToken')).toContain('formLists: [],');
  });

  test('is whose requests are counted: those of the address where it does not say', () => {
    expect(factsOf('getToken')).toContain("counted: 'client',");
    expect(factsOf('showToken')).toContain("counted: 'address',");
  });

  test('is how large its body may be', () => {
    expect(factsOf('getToken')).toContain('bodyLimit: 4096,');
    expect(factsOf('showToken')).toContain('bodyLimit: 8192,');
  });
});
