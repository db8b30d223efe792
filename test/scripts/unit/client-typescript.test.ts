import { describe, expect, test } from 'vitest';
import { families, openTypes } from '../../../scripts/client-typescript.ts';
import type { Contract } from '../../../src/lib/contract.ts';

/** A contract with one operation. */
function contract(path: string, method: 'get' | 'post' | 'put', operation: object): Contract {
  const responses = { 200: { content: { 'application/json': {} } } };
  const whole = {
    operationId: 'getThing',
    tags: ['things'],
    summary: 'Get a thing',
    responses,
    ...operation,
  };
  return { tags: [{ name: 'things' }], paths: { [path]: { [method]: whole } } };
}
const source = (...given: Parameters<typeof contract>) => families(contract(...given));
const body = (type: string, required = true) => ({ requestBody: { required, content: { [type]: {} } } });

describe('the methods of the TypeScript client', () => {
  test('take path parameters, then the body, then the query, then options', () => {
    const text = source('/a/{b}/c/{d}', 'put', {
      ...body('application/json'),
      parameters: [{ name: 'dry', in: 'query' }],
    });
    expect(text).toContain(
      "get(b: string, d: string, body: types.GetThingData['body'], query?: types.GetThingData['query'], " +
        'options?: CallOptions): Promise<types.GetThingResponse>',
    );
    expect(text).toContain(
      "{ method: 'PUT', path: '/a/{b}/c/{d}', parameters: { b, d }, body, type: 'application/json', query, " +
        "accept: 'application/json' }",
    );
  });

  test('may leave out a body that is not required', () => {
    expect(source('/a', 'post', body('application/json', false))).toContain('get(body?: ');
  });

  test('need a query that is required', () => {
    const parameters = [{ name: 'day', in: 'query', required: true }];
    expect(source('/a', 'get', { parameters })).toContain("get(query: types.GetThingData['query']");
    expect(() => source('/a', 'post', { parameters, ...body('application/json', false) })).toThrow(
      'getThing',
    );
  });

  test('expect no body where none is declared', () => {
    expect(source('/a', 'get', { responses: { 204: {} } })).not.toContain('accept:');
  });

  test('walk through pages of either style', () => {
    const parameters = (name: string) => ({ parameters: [{ name, in: 'query' }] });
    expect(source('/a', 'get', parameters('offset'))).toContain("this.pages('offset', ");
    expect(source('/a', 'get', parameters('page'))).toContain("this.pages('page', ");
    expect(source('/a', 'get', parameters('limit'))).not.toContain('this.pages(');
  });

  test('carry an Idempotency-Key where it is honoured', () => {
    const parameters = [{ name: 'Idempotency-Key', in: 'header' }];
    expect(source('/a', 'post', { parameters })).toContain('keyed: true');
  });

  test.each([
    ['the cookie session', { parameters: [{ name: 'session', in: 'cookie' }] }],
    ['the header X-Other', { parameters: [{ name: 'X-Other', in: 'header' }] }],
    ['application/x-www-form-urlencoded', body('application/x-www-form-urlencoded')],
  ])('are not written when they could not send %s', (what, operation) => {
    expect(() => source('/a', 'post', operation)).toThrow(
      `getThing: the TypeScript client cannot send ${what}`,
    );
  });

  test('cannot end the comment they stand under', () => {
    expect(source('/a', 'get', { description: 'Ends */ here' })).toContain('Ends *\\/ here');
  });
});

describe('the types of the TypeScript client', () => {
  const schemas = (open: boolean) =>
    ({ paths: {}, components: { schemas: { Colour: { enum: ['red'], 'x-open-enum': open } } } }) as Contract;

  test('allow other values where an enum is open', () => {
    const types = "export type Colour = 'red';\nexport type Size = 'big';\n";
    expect(openTypes(schemas(true), types)).toContain("export type Colour = 'red' | (string & {});\n");
    expect(openTypes(schemas(false), types)).toContain("export type Colour = 'red';\n");
  });

  test('keep their former names', () => {
    const types = openTypes({ paths: {} }, 'export type IdentityInput = { name: string };\n');
    expect(types).toContain('export type NewIdentity = IdentityInput;\n');
    expect(types).not.toContain('NewCredential');
  });

  test('are not written when an open enum is not among them', () => {
    expect(() => openTypes(schemas(true), '')).toThrow('Colour');
  });
});
