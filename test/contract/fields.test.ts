import { describe, expect } from 'vitest';
import type { Schema } from '../../scripts/contract.ts';
import { test } from '../support/service.ts';
import {
  callable,
  callerOf,
  cases,
  codeOf,
  exampleBody,
  fieldsOf,
  reader,
  secured,
  workingCall,
  type Case,
} from './enumerate.ts';

/** Every property name below a schema. */
const names = (schema: Schema): string[] =>
  [...reader.walk(schema, true)].flatMap((step) => Object.keys(step.schema.properties ?? {}));

const bodySchema = ({ body }: Case): Schema =>
  reader.follow(body?.content?.['application/json']?.schema ?? {});

/** The fields of the body itself, whatever composes it. */
const sent = (operation: Case): Set<string> => {
  const own = (schema: Schema): string[] => [
    ...Object.keys(reader.follow(schema).properties ?? {}),
    ...(reader.follow(schema).allOf ?? []).flatMap(own),
  ];
  return new Set(own(bodySchema(operation)));
};

/** Every field that any answer of the API shows: what an attacker would try to set. */
const shown = [
  ...new Set(
    cases.flatMap((operation) =>
      reader.bodies(operation, (part) => part.startsWith('2')).flatMap(({ schema }) => names(schema)),
    ),
  ),
];

const columns = [
  'orgId',
  'org_id',
  'secretHash',
  'secret_hash',
  'version',
  'deletedAt',
  'windowCount',
  'organizationId',
  'constructor',
  '__proto__',
  'prototype',
  '$ne',
  'toString',
];

const batches = (all: string[], size: number): string[][] =>
  all.length === 0 ? [] : [all.slice(0, size), ...batches(all.slice(size), size)];

const written = callable.filter((operation) => exampleBody(operation) !== undefined);
// SCIM ignores what it does not know (decisions 6.1); test/api/scim-http.test.ts is about that.
const strict = ({ errors }: Case) => errors === 'api';

describe('a field that may not be sent', () => {
  test.for(written.filter(strict))('$id refuses each, by name', async (operation, { service: { ours } }) => {
    const allowed = sent(operation);
    const foreign = [...shown, ...columns].filter((name) => !allowed.has(name));
    expect(foreign.length).toBeGreaterThan(20);
    const parts = await workingCall(operation, ours);
    // Many in one call, each of which must be named; one alone is refused as they are.
    for (const names of [...batches(foreign, 40), foreign.slice(0, 1)]) {
      // A literal, because assigning __proto__ would set no field.
      const more = names.map((name) => `${JSON.stringify(name)}:"x",`).join('');
      const body = JSON.parse(`{${more}${JSON.stringify(parts.body).slice(1)}`.replace(',}', '}')) as object;
      const { status, body: refused } = await ours.call(operation.id, { ...parts, body });
      expect({ status, code: refused.code }).toEqual({ status: 400, code: 'VALIDATION_ERROR' });
      expect(new Map(Object.entries(refused.details))).toEqual(
        new Map(names.map((name) => [name, 'is not a field that can be sent here'])),
      );
    }
  });

  test('is any of at least 40 names', () => expect(shown.length).toBeGreaterThan(40));
});

describe('a parameter that is not declared', () => {
  test.for(cases.filter(strict))('$id refuses it', async (operation, { service: { ours } }) => {
    const parts = await workingCall(operation, ours);
    for (const name of ['nonsense', '__proto__', 'constructor', 'orgId', 'limit[]', 'limit[$ne]', 'Limit']) {
      const { status, body } = await ours.call(operation.id, { ...parts, query: { [name]: 'x' } });
      expect({ name, status, code: body.code }).toEqual({ name, status: 400, code: 'VALIDATION_ERROR' });
      expect(Object.keys(body.details)).toEqual([name]);
    }
  });

  test.for(secured)('$id refuses a parameter sent twice', async (operation, { service: { ours } }) => {
    const parts = await workingCall(operation, ours);
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => parts.path?.[name] ?? '');
    for (const { name = '', schema } of operation.parameters.filter(
      (parameter) => parameter.in === 'query',
    )) {
      const example = reader.example(schema ?? {});
      const value =
        typeof example === 'string' || typeof example === 'number'
          ? example
          : schema?.type === 'integer'
            ? 1
            : 'true';
      const caller = await callerOf(operation, ours);
      const sent = parts.body ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {};
      const answer = await caller.send(operation.method, `${path}?${name}=${value}&${name}=${value}`, sent);
      const { status } = answer;
      expect({ name, status, code: codeOf(operation, answer) }).toEqual({
        name,
        status: 400,
        code: 'VALIDATION_ERROR',
      });
      expect(fieldsOf(operation, answer)).toEqual([name]);
    }
  });
});

describe('a value of another type', () => {
  const wrong: unknown[] = [
    null,
    true,
    0,
    -1,
    1.5,
    9_007_199_254_740_991,
    '',
    'x',
    [],
    [null],
    [[]],
    {},
    { $ne: null },
    'é'.repeat(2_000),
  ];

  test.for(written)('$id never fails on one', async (operation, { service: { ours } }) => {
    for (const name of sent(operation)) {
      let parts = await workingCall(operation, ours);
      for (const value of wrong) {
        const caller = await callerOf(operation, ours);
        const { status, body } = await caller.call(operation.id, {
          ...parts,
          body: { ...(parts.body as object), [name]: value },
        });
        expect({ name, value, status, body }).not.toMatchObject({
          status: expect.toSatisfy((one: number) => one >= 500),
        });
        if (status === 400) expect(fieldsOf(operation, { body }).join()).toMatch(/./);
        // What was not refused may have used up what it was called for.
        else parts = await workingCall(operation, ours);
      }
    }
  });
});

describe('a whole number of the query', () => {
  const integers = cases.flatMap((operation) =>
    operation.parameters
      .filter(
        (parameter) => parameter.in === 'query' && reader.follow(parameter.schema ?? {}).type === 'integer',
      )
      .map((parameter) => ({
        ...operation,
        name: parameter.name ?? '',
        bounds: parameter.schema as { minimum: number; maximum: number },
      })),
  );

  test.for(integers)('$name of $id is digits within its bounds', async (operation, { service: { ours } }) => {
    const { name, bounds } = operation;
    const caller = await callerOf(operation, ours);
    const parts = await workingCall(operation, ours);
    const path = operation.path.replace(
      /\{(\w+)\}/g,
      (_, parameter: string) => parts.path?.[parameter] ?? '',
    );
    const { minimum, maximum } = bounds;
    const malformed = [
      '',
      '%20',
      '+5',
      '%2B5',
      '1e1',
      '5.0',
      '5.5',
      '0x5',
      '5%20',
      '٥',
      'NaN',
      'Infinity',
      'null',
      'true',
      '1,2',
      '9'.repeat(400),
    ];
    for (const value of [
      ...malformed,
      String(minimum - 1),
      String(maximum + 1),
      ...(minimum < 0 ? [] : ['-1']),
      '-99999999999999999999',
    ]) {
      const answer = await caller.send(operation.method, `${path}?${name}=${value}`);
      const { status } = answer;
      expect({ value, status, code: codeOf(operation, answer) }).toEqual({
        value,
        status: 400,
        code: 'VALIDATION_ERROR',
      });
      expect(fieldsOf(operation, answer)).toEqual([name]);
    }
    for (const value of [minimum, maximum]) {
      expect((await caller.send(operation.method, `${path}?${name}=${value}`)).status).toBe(200);
    }
  });

  test('has bounds wherever there is one', () => {
    expect(integers.length).toBeGreaterThan(4);
    expect(
      integers.filter(({ bounds }) => bounds.minimum === undefined || bounds.maximum === undefined),
    ).toEqual([]);
  });
});
