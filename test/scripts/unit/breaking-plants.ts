// A contract that the tests of the compatibility gate change, and ways to its parts.
import { readFileSync } from 'node:fs';
import type { Versioned } from '../../../scripts/breaking.ts';
import type { Parameter, Schema } from '../../../src/lib/contract.ts';

/** The part of the contract that the tests change: the gate takes half a second for all of it, and a test has two of it. */
const part =
  /^\/(api\/v1\/(identities(\/\{id\})?|credentials(\/verify|\/\{id\}(\/(rotate|usage))?)?|openapi\.json)|health\/ready)$/;
const whole = JSON.parse(readFileSync('generated/openapi.json', 'utf8')) as Versioned;
const bundle = JSON.stringify({
  ...whole,
  paths: Object.fromEntries(Object.entries(whole.paths).filter(([path]) => part.test(path))),
});
/**
 * Returns parts that the contract does not have yet, or not in both directions. The gate must judge these parts
 * all the same.
 */
const specimens = () => {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Specimen' } } };
  const created = {
    parameters: [{ name: 'webhook-id', in: 'header', required: true }],
    requestBody: {
      content: { 'application/json': { schema: { properties: { name: { type: 'string' } } } } },
    },
  };
  const properties = {
    even: { type: 'integer', multipleOf: 4 },
    set: { type: 'array', uniqueItems: true },
    list: { type: 'array', items: { type: 'string' } },
    word: { type: 'string', not: { $ref: '#/components/schemas/Taboo' } },
    merged: { allOf: [{ type: 'string', maxLength: 10 }, { maxLength: 20 }, { maxLength: 30 }] },
    twice: { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { a: { maxLength: 5 } } }] },
    either: { anyOf: [{ type: 'string' }], oneOf: [{ minLength: 1 }] },
    labels: { type: 'object', additionalProperties: { type: 'string', maxLength: 10 } },
    free: { type: 'object' },
  };
  return {
    paths: {
      '/api/v1/specimens': {
        post: { operationId: 'createSpecimen', requestBody: { content }, responses: { 201: { content } } },
      },
    },
    webhooks: { 'identity.created': { post: created } },
    schemas: {
      Specimen: { type: 'object', additionalProperties: false, properties },
      Taboo: { enum: ['damn'] },
    },
  };
};
export const read = () => {
  const document = JSON.parse(bundle) as Versioned;
  const { paths, webhooks, schemas } = specimens();
  Object.assign(document.paths, paths);
  Object.assign(document.components?.schemas ?? {}, schemas);
  return Object.assign(document, { webhooks });
};

/** Part of a document that must be there, to be changed in place. */
export function at(document: object, ...steps: string[]) {
  let node: unknown = document;
  for (const step of steps) node = (node as Record<string, unknown> | undefined)?.[step];
  if (node === undefined)
    throw new Error(`the contract has changed: plant elsewhere than ${steps.join(' ')}`);
  return node as Record<string, unknown> & { parameters: Parameter[] };
}
export const schema = (document: object, ...steps: string[]) =>
  at(document, 'components', 'schemas', ...steps) as Schema & Record<string, unknown>;
export const property = (document: object, name: string, field: string) =>
  schema(document, name, 'properties', field);
export const credentials = '/api/v1/credentials';
export const create = (document: object) => at(document, 'paths', credentials, 'post');
export const list = (document: object) => at(document, 'paths', credentials, 'get');
export const listed = (document: object, parameter: string) => {
  const index = list(document).parameters.findIndex(({ name }) => name === parameter);
  return at(list(document), 'parameters', String(index));
};
export const specimen = (document: object, field: string) => property(document, 'Specimen', field);
export const rotate = (document: object) => at(document, 'paths', `${credentials}/{id}/rotate`, 'post');
export const without = (names: string[] | undefined, gone: string) =>
  names?.filter((name) => name !== gone) ?? [];

export const cannotJudge = 'changed, which this gate cannot judge';
export type Plant = (document: Versioned) => unknown;

export const planted = (plant: Plant) => {
  const document = read();
  plant(document);
  return document;
};
