import { expect, test } from 'vitest';
import { readContract } from '../../../scripts/contract.ts';
import { changedSince } from '../../../scripts/fuzz/changes.ts';
import type { Contract } from '../../../src/lib/contract.ts';

const contract = (): Contract => ({
  security: [{ apiKey: [] }],
  paths: {
    '/things': {
      parameters: [{ $ref: '#/components/parameters/Page' }],
      get: { operationId: 'listThings', responses: { '200': { $ref: '#/components/responses/Things' } } },
      post: {
        operationId: 'createThing',
        summary: 'Create a thing',
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewThing' } } },
        },
        responses: { '201': { description: 'The thing' } },
      },
    },
    '/health': {
      get: { operationId: 'getHealth', security: [], responses: { '200': { description: 'ok' } } },
    },
  },
  components: {
    parameters: { Page: { name: 'page', in: 'query', schema: { type: 'integer' } } },
    responses: {
      Things: {
        description: 'Things',
        content: {
          'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } },
        },
      },
    },
    schemas: {
      Thing: { type: 'object', properties: { more: { $ref: '#/components/schemas/Things' } } },
      Things: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
      NewThing: { type: 'object', properties: { description: { type: 'string' } } },
    },
  },
});

/** The operations that have changed when a part of the contract is replaced. */
function changedBy(from: string, to: string): string[] {
  const text = JSON.stringify(contract());
  expect(text).toContain(from);
  return changedSince(contract(), JSON.parse(text.replace(from, to)) as Contract);
}

test.each([
  ['"operationId":"getHealth"', '"operationId":"readHealth"', ['readHealth']],
  ['"security":[],', '', ['getHealth']],
  ['"security":[{"apiKey":[]}]', '"security":[]', ['listThings', 'createThing']],
  ['"type":"integer"', '"type":"integer","minimum":1', ['listThings', 'createThing']],
  ['"Thing":{"type":"object"', '"Thing":{"type":"object","required":["more"]', ['listThings']],
  ['"Things":{"type":"array"', '"Things":{"type":"array","maxItems":2', ['listThings']],
  ['"description":{"type":"string"}', '"description":{"type":"string","maxLength":9}', ['createThing']],
  ['"201":', '"202":', ['createThing']],
] as const)('finds the operations that change with %s', (from, to, expected) => {
  expect(changedBy(from, to)).toEqual(expected);
});

test.each([
  ['"summary":"Create a thing"', '"summary":"Make a thing"'],
  ['"description":"The thing"', '"description":"It"'],
])('takes other words for no change: %s', (from, to) => {
  expect(changedBy(from, to)).toEqual([]);
});

test('finds no change in the same contract, and nothing but new operations after an empty one', () => {
  expect(changedSince(readContract(), readContract())).toEqual([]);
  expect(changedSince({ paths: {} }, contract())).toEqual(['listThings', 'createThing', 'getHealth']);
});
